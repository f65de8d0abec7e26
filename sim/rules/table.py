"""THE table: every rule option of the catalogue, once.

The sources are the five rule texts 000 to 004, UEC (the computer-Daihinmin contest), JDF (the Japan
Daifugo Federation) and *common* (widely played). The order of the lines is the catalogue's, which is
also the order of the fields in the kernel's record.
"""

from __future__ import annotations

from sim.rules.options import (
    Assignments,
    Chances,
    Choice,
    Kind,
    Members,
    Number,
    Numbers,
    Option,
    Range,
)

FLAG = Choice(("off", "on"))
SCOPE = Choice(("off", "groups", "any"))
SCOPE_PER_CARD = Choice(("off", "groups", "any", "per_card"))
FINISH = Members(
    (
        "joker",
        "two",
        "eight",
        "eight_cut",
        "spade_three",
        "spade_three_on_joker",
        "revolution",
        "group",
        "sequence",
    )
)


def _choice(*values: str) -> Kind:
    return Choice(values)


# fmt: off
OPTIONS: tuple[Option, ...] = (
    # -- 2. Deck and deal
    Option("players", 2, Number(2, 8), 4, "How many people play a game.", "人数", "all"),
    Option("decks", 2, Number(1, 4, "auto"), "auto", "How many decks are shuffled together; auto takes the fewest that give every player hand_size cards.", "デッキ数", "000", "Two decks (000)"),
    Option("jokers", 2, Number(0, 2), 2, "Jokers in each deck.", "ジョーカー", "002, 003: 2; 004, UEC: 1"),
    Option("hand_size", 2, Number(1, 54, "all"), "all", "Cards dealt to each player; all deals the whole deck, otherwise the rest is the stock.", "手札枚数", "000, 004", "Hands of 11 (000)"),
    Option("jokers_dealt", 2, _choice("chance", "always"), "chance", "Whether jokers may be left in the stock (chance) or are always dealt to somebody.", "ジョーカー必配", "JDF"),
    Option("uneven", 2, _choice("first", "poorest", "richest", "daifugo"), "first", "Who gets one card more when the whole deck does not divide.", "余り札", "001: poorest; UEC: daifugo"),
    Option("hand_size_choice", 2, _choice("fixed", "random", "dealer"), "fixed", "Who picks the hand size of each game: the preset, chance, or the dealer.", "手札枚数の決定", "000", "Long Hands (000)"),
    Option("hand_size_range", 2, Range(1, 54), (11, 25, "odd"), "The sizes that hand_size_choice picks from.", "手札枚数の範囲", "000", "Long Hands (000)"),
    Option("sit_out", 2, FLAG, "off", "One person more than seats: the Daihinmin sits the next game out and comes back in the lowest title.", "一回休み", "000", "Groups of Five or More (000)"),
    Option("seating", 2, _choice("fixed", "by_title", "random"), "fixed", "Where people sit in each game.", "席順", "001: by_title; UEC: random", "Switch seats (001)"),
    Option("first_lead", 2, _choice("random", "diamond_three", "dealer_left"), "random", "Who leads in a match's first game.", "最初の親", "003: random; 004: diamond_three; 001: dealer_left"),
    Option("next_lead", 2, _choice("daihinmin", "daifugo", "dealer_left", "diamond_three"), "daihinmin", "Who leads in later games.", "次戦の親", "004: daihinmin; 003: daifugo; 001: dealer_left; UEC: diamond_three"),
    # -- 3. Turns
    Option("pass_lock", 3, FLAG, "off", "Who passed may not play again until the field clears.", "パス縛り", "001, 002"),
    Option("own_answer", 3, FLAG, "off", "After all others the player of the field's meld is asked too, and may beat it.", "自分返し", "UEC"),
    Option("lead_pass", 3, FLAG, "off", "A player on lead may pass the lead on.", "親パス", "UEC"),
    Option("equal_meld", 3, _choice("off", "on", "skip"), "off", "A meld of equal strength may be played; skip: the next player is then skipped.", "同値出し", "001"),
    # -- 4. Melds
    Option("sequences", 4, FLAG, "off", "Three or more cards of one suit and consecutive ranks are a meld.", "階段", "000, 002, 003, 004", "Kaidan, Straight (000), Step, Staircase (002), Sequence (003, 004)"),
    Option("sequence_jokers", 4, FLAG, "on", "A joker may fill a gap of a sequence or extend an end.", "階段のジョーカー", "002, 004: on; 003: off"),
    Option("sequence_past_ends", 4, FLAG, "off", "A joker may stand one place above 2 or one below 3.", "階段の端越え", "002, UEC: on; 004: off", "Strongest Steps (002)"),
    Option("group_max", 4, Number(1, 20, "off"), "off", "The most cards a group may have.", "同位札上限", "004: 4"),
    Option("sequence_answer", 4, _choice("higher", "longer", "disjoint"), "higher", "What answers a sequence: same length and first card stronger; any length and last card stronger; same length and no overlap.", "階段の返し方", "000: higher, longer; UEC: disjoint", "Kaidan (000)"),
    Option("sequence_copies", 4, Number(1, 3), 1, "The most copies of each card in a sequence: 2 allows double, 3 also triple sequences.", "二重階段・三重階段", "000", "Double and Triple Kaidan (000)"),
    Option("stepped_sequences", 4, FLAG, "off", "Three or more of one suit going up by two are a meld.", "奇数偶数階段", "000", "Kisu and Gusu Straights, Kisu and Gusu Kaidan (000)"),
    Option("multiple_sequences", 4, FLAG, "off", "Three or more of one suit with numbers k, 2k, 3k, … are a meld, k at least 3.", "倍数階段", "000", "Straight (Multiples) (000)"),
    Option("prime_sequences", 4, FLAG, "off", "Three or more of one suit with consecutive prime numbers are a meld.", "素数階段", "000", "Prime Straights (000)"),
    Option("sequence_climb", 4, FLAG, "off", "On a sequence the next card of its suit may be played alone.", "階段登り", "000", "Kaidan Nobori (000)"),
    Option("six_nine", 4, _choice("off", "suit", "colour", "any"), "off", "Sixes and nines may form a group together, declared as sixes or as nines.", "シックスナイン", "000", "Slick Sixty-Nine (000)"),
    Option("joker_suit", 4, _choice("free", "declared"), "free", "A joker in a group takes whatever suit helps, or a suit that its player names.", "ジョーカーのスート指定", "002, 004: free; UEC: declared"),
    Option("joker_in_reversal", 4, _choice("top", "below_ace"), "top", "Where the joker stands while a revolution reverses the order.", "革命時のジョーカー", "002, 003, 004, UEC: top; 000: below_ace", "Kakumei (000)"),
    Option("one_eyed_jacks", 4, _choice("off", "high"), "off", "A single HJ or SJ beats every single up to 2; a single HK beats it.", "片目のジャック", "001", "One-eyed jacks, Suicide king (001)"),
    Option("deuce_beats_all", 4, FLAG, "off", "A single 2 may be played on any meld without 2 and joker, and clears the field.", "2流し", "001"),
    Option("prejudice", 4, _choice("off", "red", "black", "suits"), "off", "Colour or suit breaks ties of equal strength.", "差別", "000", "Sabetsu, Prejudice (000)"),
    Option("hijack", 4, _choice("off", "opening", "any"), "off", "On n cards of a rank n+1 of the next rank may be played.", "乗っ取り", "000", "Nottori (000)"),
    Option("rollover", 4, _choice("off", "on", "keep_locks"), "off", "On n 2s n+1 3s may be played, and the trick goes on from there.", "ロールオーバー", "000", "Rollover (000)"),
    Option("spade_three", 4, FLAG, "off", "A single S3 may be played on a lone joker and clears the field.", "スペ3返し", "000, 002, 003, 004, UEC", "Sniper Assassin (000), Spade 3 Counter, Supe-San Gaeshi (002), Spade 3 beats Joker (003), Spade three (004)"),
    Option("suicide_king", 4, FLAG, "off", "A single HK on another player's HQ ends the game: its player is Daifugo, the other Daihinmin.", "自殺王", "000", "The Suicide King (000)"),
    # -- 5. Locks
    Option("suit_lock", 5, _choice("off", "singles", "exact", "partial", "top"), "off", "A meld with the suits of the field locks them: answers must have them.", "縛り", "000: top; 002, 004, UEC: exact; 003: singles", "Shibari, Double Shibari, Triple Shibari (000), Suit Lock (002), Lock (003), Suit lock (004)"),
    Option("joker_breaks_lock", 5, FLAG, "off", "A meld with a joker may ignore a suit lock, which then ends.", "ジョーカーの縛り破り", "003", "Joker breaks Lock (003)"),
    Option("geki_lock", 5, FLAG, "off", "The field's suits and the next rank: answers keep the suits and go up one rank each time.", "激縛り", "000", "Geki Shibari (000)"),
    Option("number_lock", 5, FLAG, "off", "A group of the next rank: answers go up one rank each time.", "数縛り", "003", "Number lock (003)"),
    Option("parity_lock", 5, FLAG, "off", "A single of the same suit two ranks up: answers keep the suit and go up two ranks each time.", "奇数偶数縛り", "000", "Kisu and Gusu Shibari (000)"),
    # -- 6. Effects of a meld
    Option("eight_cut", 6, SCOPE, "off", "An 8 clears the field at once and its player leads.", "8切り", "000, 002, 004: groups; 003, UEC: any", "Hachi Nagashi (000), 8-Reset (002), 8-cut (003), Eight stop (004)"),
    Option("jack_back", 6, SCOPE, "off", "A jack reverses the order until the field clears.", "11バック", "000: groups; 003: any", "Jack Back (000), Eleven back (003)"),
    Option("one_eyed_jack_back", 6, FLAG, "off", "A single HJ or SJ reverses the order and the turn order until the field clears.", "片目のジャックバック", "000", "One-Eyed Jack Back (000)"),
    Option("five_skip", 6, SCOPE_PER_CARD, "off", "A 5 skips the next player.", "5飛び", "003: any; common", "5 skip (003)"),
    Option("seven_pass", 6, SCOPE_PER_CARD, "off", "With a 7 the player may give a card to any other player.", "7渡し", "003: any; common", "7 pass (003)"),
    Option("nine_reverse", 6, SCOPE, "off", "A 9 reverses the turn order until the next 9 or the end of the game.", "9リバース", "003: any", "9 reverse (003)"),
    Option("ten_discard", 6, SCOPE_PER_CARD, "off", "With a 10 the player may discard a card.", "10捨て", "common"),
    Option("revolution", 6, _choice("off", "game", "permanent"), "off", "A group of four or more reverses the order, until the game ends or for good.", "革命", "002, 003, 004, UEC: game; 000: permanent", "Kakumei (000), Revolution (002, 003, 004)"),
    Option("sequence_revolution", 6, Number(3, 13, "off"), "off", "A sequence of at least so many cards makes a revolution too.", "階段革命", "003, 004, UEC: 5", "Sequence revolution (003)"),
    Option("two_jokers_clear", 6, FLAG, "off", "A group of two jokers or more clears the field.", "ダブルジョーカー流し", "002", "Double Joker (002)"),
    Option("top_sequence_clears", 6, FLAG, "off", "The three-card sequence A 2 joker (reversed: 4 3 joker) clears the field.", "最強階段流し", "002", "Strongest Steps (002)"),
    Option("six_clears", 6, FLAG, "off", "A group of six or more clears the field.", "6枚流し", "002", "Six-of-a-Kind (002)"),
    Option("deuce_clears", 6, FLAG, "off", "A group of the strongest ordinary rank clears the field.", "最強札流し", "001"),
    Option("joker_kidnap", 6, FLAG, "off", "Others may put the card that a joker stands for in its place and take the joker.", "ジョーカー拉致", "000", "Jokah Ratchi (000)"),
    # -- 7. Going out
    Option("illegal_finish", 7, FINISH, (), "Melds that may not be played if they would empty the hand.", "禁止上がり", "000; 003", "Playing Out (000), Finishing restrictions (003)"),
    Option("foul_finish", 7, FINISH, (), "Melds that may empty the hand but put their player at the bottom.", "反則上がり", "002, 003, 004, JDF", "Illegal Finish (002), Foul finish (003, 004)"),
    Option("tenraku", 7, _choice("off", "demote", "drop", "end"), "off", "The previous Daifugo falls when another player goes out first.", "都落ち", "000: demote; 003, 004, JDF: drop; 002: end", "Tenraku, Downfall (000), Knock-Down, Miyakoochi (002), Fall from grace (003), Miyako-ochi (004)"),
    Option("fallen_place", 7, _choice("above_fouls", "lowest_free", "last"), "above_fouls", "Where the fallen Daifugo stands among offenders.", "都落ちの順位", "002, 003, JDF: above_fouls; common: lowest_free; 004: last"),
    # -- 8. Between games
    Option("tribute", 8, Numbers(0, 54, 4), (2, 1), "Cards exchanged by each pair of titles, from the outermost inwards.", "献上・税金", "000: 1; others: 2 1", "Paying Tribute (000), zeikin, taxation (001), Card Exchange (002, 004), Tribute (003)"),
    Option("tribute_jokers", 8, FLAG, "on", "Whether a joker may be taken as tribute.", "ジョーカーの献上", "000: off"),
    Option("tribute_choice", 8, _choice("after", "before"), "after", "Whether the richer chooses what to give back after seeing the tribute or before.", "返し札の選択", "001, 002, 003, 004, UEC: after; 000, JDF: before"),
    Option("hashigo", 8, _choice("off", "on", "streak"), "off", "A ladder of tributes: fixed at 2 1, or growing with the Daifugo's streak.", "梯子", "000", "Hashigo, Ladder (000)"),
    Option("hashigo_cap", 8, Number(2, 10), 3, "The most a ladder reaches.", "梯子の上限", "000"),
    Option("scoring", 8, Numbers(-1000, 1000, 8), (), "Points by place, best first; empty: n-1 down to 0.", "得点", "003; UEC: 5 4 3 2 1", "Total points (003)"),
    Option("gambling", 8, _choice("off", "cards", "points"), "off", "The Daihinmin pays for the cards still held; the next game's winner takes the pot.", "賭け", "000", "Gambling (000)"),
    Option("mistakes", 8, Chances(), (0.0,), "The chance that a turn is played in error, for all seats or by seat.", "ミス", "000", "Penalty (000)"),
    Option("mistake_penalty", 8, _choice("draw", "skip"), "draw", "What an error costs: a card from the stock, or the turn.", "ミスの罰", "000", "Penalty (000)"),
    Option("rule_making", 8, _choice("off", "add", "add_or_delete"), "off", "After each game the Daifugo puts a house rule in force, or takes one out.", "ルール決め", "000", "Delete a Rule (000)"),
    Option("house_rules", 8, Assignments(), (), "What rule_making chooses from.", "追加ルール", "000", "House Rules (000)"),
)
# fmt: on

BY_KEY: dict[str, Option] = {option.key: option for option in OPTIONS}

SECTIONS = {
    2: "Deck and deal",
    3: "Turns",
    4: "Melds",
    5: "Locks",
    6: "Effects of a meld",
    7: "Going out",
    8: "Between games",
}
