// The live table: joins the stream, the board's picture and the panels.

import { Board } from "./board.js";
import { listen } from "./live.js";
import * as panels from "./panels.js";
import { boot } from "./words.js";

const board = new Board(document.getElementById("board"));

function show(snapshot, animate = true) {
  panels.showTurn(snapshot);
  panels.showSays(snapshot);
  panels.showFoul(snapshot);
  panels.showSight(snapshot);
  panels.showScore(snapshot);
  panels.showChoices(snapshot, (choice) => board.mark(choice));
  panels.showRecent(snapshot);
  panels.showList(snapshot);
  return board.show(snapshot, animate);
}

document.getElementById("turn-board").addEventListener("click", () => board.turnTo((board.turn + 90) % 360));

const disclose = document.getElementById("choices-button");
disclose.addEventListener("click", () => {
  const open = disclose.getAttribute("aria-expanded") !== "true";
  disclose.setAttribute("aria-expanded", String(open));
  document.getElementById("choices-list").hidden = !open;
  if (!open) board.mark(null);
});

// Show the state that came with the page at once; the stream's first event then finds it in place.
show(boot.snapshot, false);
listen(show, panels.showConnection);
