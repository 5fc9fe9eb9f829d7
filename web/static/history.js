// The history of a match: every event in words, and a slider that scrubs through it on the board.

import { Board } from "./board.js";
import { command } from "./live.js";
import { ask, toast } from "./toast.js";
import { boot, element, text } from "./words.js";

const PLAY_MS = 1600;
const LARGEST = 4_000_000; // bytes; a long evening's record has a few hundred thousand
const MOST = 20_000;
const $ = (id) => document.getElementById(id);
const board = new Board($("board"));
let moments = [];
let match = boot.snapshot.match;
let own = true;
let player = 0;

/** Show moment `at` on the board, and its sentence. */
function show(at, animate = true) {
  const moment = moments[at];
  if (!moment) return;
  const position = moments.slice(0, at + 1).findLast((other) => other.position)?.position ?? null;
  const move = moment.path.length > 1 ? { number: moment.n, seat: moment.seat, path: moment.path, thrown: [] } : null;
  const last = moment.throws.at(-1);
  const dice = last ? {
    number: { state: "lying", face: String(last.number), counts: true },
    ...(last.option ? { option: { state: "lying", face: last.option, counts: true } } : {}),
  } : {};
  board.show({ match, position, move, dice, places: {}, lamps: {}, foul: null }, animate);
  $("slider").value = String(at);
  $("slider").setAttribute("aria-valuetext", moment.says);
  $("moment").textContent = `${at + 1} / ${moments.length} · ${moment.says}`;
  for (const node of $("moments").children) {
    const here = Number(node.dataset.at) === at;
    if (here) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  }
}

function list() {
  $("moments").replaceChildren(...moments.map((moment, at) => element("li", { "data-at": at, "data-kind": moment.kind },
    element("button", { type: "button", class: "moment", onclick: () => { stop(); show(at); } },
      element("time", {}, moment.clock),
      element("span", {}, moment.says + (moment.by ? ` (${text("js.by", { by: moment.by })})` : ""))),
    own && moment.undoable && boot.role !== "spectator" && element("button", {
      type: "button", class: "link", onclick: () => undo(moment),
    }, text("js.undo")))).reverse());
}

async function undo(moment) {
  if (!(await ask(text("js.undo_ask", { says: moment.says })))) return;
  const { accepted, says } = await command("undo", { to: moment.n, version: boot.snapshot.version });
  if (accepted) location.assign("/");
  else toast(says || text("js.failed"));
}

function take(found, names) {
  moments = found;
  match = names;
  $("scrub").hidden = !moments.length;
  $("slider").max = String(Math.max(0, moments.length - 1));
  list();
  show(moments.length - 1, false);
}

function stop() {
  clearInterval(player);
  player = 0;
  $("play").setAttribute("aria-pressed", "false");
}

function play() {
  if (player) {
    stop();
    return;
  }
  $("play").setAttribute("aria-pressed", "true");
  if (Number($("slider").value) >= moments.length - 1) show(0, false);
  player = setInterval(() => {
    const next = Number($("slider").value) + 1;
    if (next >= moments.length) stop();
    else show(next);
  }, PLAY_MS);
}

const step = (by) => {
  stop();
  show(Math.min(moments.length - 1, Math.max(0, Number($("slider").value) + by)));
};

$("slider").addEventListener("input", () => { stop(); show(Number($("slider").value)); });
$("back").addEventListener("click", () => step(-1));
$("on").addEventListener("click", () => step(1));
$("play").addEventListener("click", play);

const isPlaces = (list) => Array.isArray(list) && list.every((name) => typeof name === "string");

/** Whether a file holds what a saved record holds, so that nothing of it can break the page. */
function isRecord({ moments, shown }) {
  return Array.isArray(moments) && moments.length > 0 && moments.length < MOST
    && moments.every((moment) => moment && typeof moment.says === "string" && isPlaces(moment.path)
      && Array.isArray(moment.throws) && typeof (moment.position ?? {}) === "object")
    && ["base", "memory"].includes(shown?.variant) && Array.isArray(shown.seats)
    && shown.seats.every((view) => Number.isInteger(view?.seat) && typeof view.colour === "string" && /^(#[0-9a-f]{6})?$/i.test(view.rgb ?? ""));
}

// A record is read here on the phone and never sent anywhere.
$("load").addEventListener("change", async (event) => {
  try {
    const [file] = event.target.files;
    if (file.size > LARGEST) throw new RangeError("too large");
    const record = JSON.parse(await file.text());
    if (!isRecord(record)) throw new TypeError("no record");
    own = false;
    take(record.moments, record.shown);
    toast(text("js.loaded"));
  } catch {
    toast(text("js.no_record"));
  }
});

const answer = await fetch(`/history.json?lang=${boot.language}`, { cache: "no-store" }).catch(() => null);
if (answer?.ok) {
  const { moments: found } = await answer.json();
  $("save").hidden = !found.length;
  if (found.length) take(found, boot.snapshot.match);
  else board.show(boot.snapshot, false);
}
