"""Plans: what a hand still has to play, and what of it the others can beat.

``view`` says what may still beat a meld, ``split`` splits a hand into melds at the least cost,
``worth`` says what an action is worth by both. Costs come from a table of weights
(``weights``), so that ``planner`` and ``tuned`` differ in their table alone.
"""
