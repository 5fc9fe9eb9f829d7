// The live table: joins the stream, the board's picture and the panels.

import { Board } from "./board.js";
import { enliven, send } from "./buttons.js";
import { listen } from "./live.js";
import * as panels from "./panels.js";
import { hear, offerVoice } from "./voice.js";
import { boot, keep, kept } from "./words.js";

const $ = (id) => document.getElementById(id);
const board = new Board($("board"));
const plays = boot.role !== "spectator";
let now = boot.snapshot;
let editing = false;

function show(snapshot, animate = true) {
  now = snapshot;
  panels.showTurn(snapshot);
  panels.showSays(snapshot);
  hear(snapshot);
  panels.showFoul(snapshot);
  panels.showSight(snapshot);
  panels.showScore(snapshot);
  panels.showResult(snapshot);
  panels.showChoices(snapshot, (choice) => board.mark(choice));
  panels.showRecent(snapshot);
  panels.showList(snapshot);
  showActions(snapshot);
  return editing ? undefined : board.show(snapshot, animate);
}

/** Which of the players' buttons make sense now. */
function showActions({ phase, foul, match, position }) {
  const fits = { "let-stand": Boolean(foul), correct: Boolean(match && position) && phase !== "game-over", resume: phase === "paused" };
  for (const [name, does] of Object.entries(fits)) {
    for (const button of document.querySelectorAll(`[data-action="${name}"]`)) button.hidden = !(plays && does && !editing);
  }
  if (editing) $("foul").hidden = true;
  $("actions").hidden = ![...$("actions").children].some((button) => !button.hidden);
}

async function edit() {
  const { correct } = await import("./correct.js");
  editing = true;
  showActions(now);
  correct(board, now, $("editor"), () => {
    editing = false;
    show(now, false);
  });
}

$("turn-board").addEventListener("click", () => board.turnTo((board.turn + 90) % 360));
$("number-fields").addEventListener("click", () => {
  board.number(!board.numbered);
  $("number-fields").setAttribute("aria-pressed", String(board.numbered));
});
for (const button of document.querySelectorAll("[data-action]")) {
  button.addEventListener("click", () => {
    if (button.dataset.action === "correct") edit();
    else send(button.dataset.action, { version: now.version });
  });
}

const disclose = $("choices-button");
disclose.addEventListener("click", () => {
  const open = disclose.getAttribute("aria-expanded") !== "true";
  disclose.setAttribute("aria-expanded", String(open));
  $("choices-body").hidden = !open;
  if (!open) board.mark(null);
});

/** Hints for beginners are asked for, and stay asked for on this phone. */
function hint(on) {
  $("hints").setAttribute("aria-pressed", String(on));
  $("choices").classList.toggle("hinting", on);
}
hint(kept("hints") === "yes");
$("hints").addEventListener("click", () => {
  const on = $("hints").getAttribute("aria-pressed") !== "true";
  hint(on);
  keep("hints", on ? "yes" : "no");
});

offerVoice($("voice"));

// Show the state that came with the page at once; the stream's first event then finds it in place.
show(boot.snapshot, false);
performance.mark("shown");
listen(show, panels.showConnection);
enliven(() => now.version);

if (new URLSearchParams(location.search).has("tour") || kept("toured", "yes") === null) {
  import("./tour.js").then(({ tour }) => tour());
}
