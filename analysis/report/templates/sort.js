"use strict";
document.querySelectorAll("table.sortable").forEach(function (table) {
  var heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach(function (head, column) {
    head.querySelector("button").addEventListener("click", function () {
      var down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      var body = table.tBodies[0];
      var rows = Array.from(body.rows);
      rows.sort(function (a, b) {
        var order = compare(a.cells[column], b.cells[column]);
        return down ? -order : order;
      });
      rows.forEach(function (row) { body.appendChild(row); });
    });
  });
});
// Numbers before words; fields without a number go by their text.
function compare(a, b) {
  var x = a.dataset.sort, y = b.dataset.sort;
  if (x !== "" && y !== "") { return Number(x) - Number(y); }
  if (x !== "" || y !== "") { return x !== "" ? -1 : 1; }
  return a.textContent.localeCompare(b.textContent);
}
// Paper cannot be clicked.
window.addEventListener("beforeprint", function () {
  document.querySelectorAll("details").forEach(function (box) { box.open = true; });
});
