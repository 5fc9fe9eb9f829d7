// What stands beside the board: whose turn, the referee's words, the score, the choices, a foul, a list.

import { send } from "./buttons.js";
import { chip, optionChip, paint } from "./look.js";
import { tally } from "./pieces.js";
import { COUNTING, boot, colourName, element, placeName, roman, seatName, text } from "./words.js";

const $ = (id) => document.getElementById(id);

/** Put words into a node only if they changed, so that screen readers speak once. */
function put(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

export function showTurn(snapshot) {
  const { match, expectation, phase } = snapshot;
  const seat = snapshot.winner ?? (phase === "game-over" ? null : expectation.seat);
  const known = match && seat !== null && seat !== undefined;
  const name = known ? seatName(match, seat) : "";
  $("turn").dataset.phase = phase;
  $("turn").style.setProperty("--seat", known ? paint(match, seat) : "var(--edge)");
  $("token").replaceChildren(...(known ? [chip(paint(match, seat), seat)] : []));
  put($("who"), phase === "game-over" && !known ? text("js.over") : known || !text(`phase.${phase}`).includes("{name}")
    ? text(`phase.${phase}`, { name }) : text("phase.setting-up"));
  put($("due"), dueWords(snapshot));
  $("throws").replaceChildren(...snapshot.throws.map(throwWords));
  // One throw lies in the middle of the board for all to see; more of them need telling.
  $("throws").dataset.single = snapshot.throws.length < 2;
}

function dueWords({ match, expectation, phase }) {
  const next = expectation.next_seat;
  // Where the turn may end, who comes next is news; what else may be done stands in the choices.
  const due = phase === "may-end" && match && typeof next === "number"
    ? text("js.may_end", { name: seatName(match, next) }) : text(`due.${expectation.due}`);
  const words = [expectation.says || due];
  if (expectation.throws_left) words.push(text("js.throws_left", { count: expectation.throws_left }));
  return words.filter(Boolean).join(" · ");
}

const throwWords = ({ number, option }) => element("li", {}, roman(number),
  option && element("span", { class: "plus" }, ` ${text(`option.${option}`)}`));

export function showSight({ places }) {
  const looks = Object.values(places).map((view) => view.look);
  const words = ["unsure", "covered"].flatMap((look) => {
    const count = looks.filter((other) => other === look).length;
    return count ? [text(`js.${look}`, { count })] : [];
  });
  $("sight").hidden = !words.length;
  put($("sight"), words.join(" · "));
}

export function showSays({ says, foul }) {
  put($("says"), says ?? "");
  // A foul says the same below, in full; those who listen hear it once, from here.
  $("says").classList.toggle("visually-hidden", Boolean(foul) && foul.says === says);
}

export function showScore({ match, position, expectation, phase }) {
  put($("round"), match ? text("js.round", { round: match.round }) : "");
  const rows = (match?.seats ?? []).map((view) => scoreRow(match, position, view, expectation.seat));
  $("score").replaceChildren(...rows);
  // When the match is over its result says the same.
  $("score").closest("section").hidden = !rows.length || phase === "game-over";
  $("welcome").hidden = rows.length > 0;
}

/** Who won how many rounds, the best first; shown when the match is over. */
export function showResult({ match, position, phase, winner }) {
  $("result").hidden = phase !== "game-over";
  if (phase !== "game-over") return;
  const rounds = (seat) => position?.counters?.[seat] ?? 0;
  const seats = [...(match?.seats ?? [])].sort((a, b) => (b.seat === winner) - (a.seat === winner) || rounds(b.seat) - rounds(a.seat));
  $("standing").replaceChildren(...seats.map((view) => element("li", { class: view.seat === winner && "winner" },
    chip(paint(match, view.seat), view.seat), element("span", { class: "name" }, seatName(match, view.seat)),
    element("span", {}, text("js.rounds_won", { count: rounds(view.seat) })))));
}

function scoreRow(match, position, view, turn) {
  const { home, play, start } = tally(position, view.seat);
  const kinds = [...Array(home).fill("home"), ...Array(play).fill("play"), ...Array(start).fill("start")];
  const at = position?.counters?.[view.seat] ?? 0;
  const words = `${text("js.pips", { home, play, start })}; ${text("js.track", { roman: COUNTING[at] })}`;
  const row = element("li", { "data-turn": view.seat === turn },
    chip(paint(match, view.seat), view.seat),
    element("span", { class: "name" }, seatName(match, view.seat)),
    element("span", { class: "pips", "aria-hidden": "true", title: text("js.pips", { home, play, start }) },
      ...kinds.map((kind) => element("i", { class: kind }))),
    element("span", { class: "track", "aria-hidden": "true" },
      ...COUNTING.map((numeral, i) => element("b", { class: i === at ? "here" : "" }, numeral))),
    element("span", { class: "visually-hidden" }, words),
    element("span", { class: "stored" },
      ...(position?.stored?.[view.seat] ?? []).map((option) => optionChip(option, text(`option.${option}`)))));
  row.style.setProperty("--seat", paint(match, view.seat));
  return row;
}

export function showRecent({ events }) {
  $("recent").replaceChildren(...[...events].reverse().map((event) => element("li", { "data-kind": event.kind },
    element("time", {}, event.clock),
    element("span", {}, event.says + (event.by ? ` (${text("js.by", { by: event.by })})` : "")))));
  $("recent").closest("section").hidden = !events.length;
}

// The steps of the way back since the foul was called: those that are done stay, ticked off.
let steps = [];

// The foul as it is shown, and the snapshot that a button under it answers.
let shownFoul = "null";
let shownVersion = 0;

export function showFoul({ foul, match, version }) {
  shownVersion = version;
  $("foul").hidden = !foul;
  const key = JSON.stringify([foul, match]);
  // A button must not be exchanged under a finger.
  if (key === shownFoul) return;
  shownFoul = key;
  steps = foul ? withDone(steps, foul.repairs) : [];
  if (!foul) return;
  $("foul").replaceChildren(...[
    element("h2", { id: "foul-title" }, foul.says),
    element("p", { class: "rule-link" }, element("a", { href: `/help#${foul.rule}` }, text("js.rule", { rule: foul.rule }))),
    steps.length > 0 && element("p", {}, text("js.put_right")),
    steps.length > 0 && element("ol", { class: "way-back" }, ...steps.map(({ repair, done }) => element("li", { class: done && "done" },
      element("span", {}, element("span", { class: "step" }, repairWords(match, repair)),
        done && element("span", { class: "visually-hidden" }, ` (${text("js.done_step")})`))))),
    steps.length > 0 && element("p", { class: "hint" }, text("js.watching")),
    foul.counted.length > 1 && element("p", { class: "hint" }, text("js.counted", {
      from: placeName(match, foul.counted[0]), to: placeName(match, foul.counted.at(-1)), count: foul.counted.length - 1,
    })),
    foul.legal_under.length > 0 && element("div", { class: "legal-under" }, element("p", {}, text("js.legal_under")),
      element("ul", {}, ...foul.legal_under.map((rule) => houseRule(rule)))),
    foul.evidence.length > 0 && boot.role !== "spectator" && element("div", { class: "evidence" },
      ...foul.evidence.map(evidencePicture)),
  ].filter(Boolean));
}

/** A house rule by which the move would have been right, and for players a button that makes it count. */
function houseRule(rule) {
  const button = boot.role !== "spectator" && element("button", { type: "button", class: "button quiet" }, text("js.agree"));
  if (button) button.addEventListener("click", () => send("agree", { rule, version: shownVersion }));
  return element("li", {}, element("span", {}, text(`house.${rule}`)), button);
}

/** A picture that was kept, named MATCH-EVENT-PART, with what it shows. */
function evidencePicture(name) {
  const words = text(`js.evidence.${name.split("-").at(-1)}`);
  return element("figure", {}, element("img", { src: `/evidence/${name}.jpg`, alt: words }),
    element("figcaption", { "aria-hidden": "true" }, words));
}

/** The steps with those ticked off that are not to be done any more, and new ones at the end. */
function withDone(before, repairs) {
  const key = ({ seat, stands, belongs }) => [seat, stands, belongs].join();
  const due = new Map(repairs.map((repair) => [key(repair), repair]));
  const kept = before.map(({ repair }) => ({ repair, done: !due.delete(key(repair)) }));
  return [...kept, ...[...due.values()].map((repair) => ({ repair, done: false }))];
}

function repairWords(match, { seat, stands, belongs }) {
  const key = stands && belongs ? "move" : stands ? "away" : "add";
  return text(`js.repair_${key}`, {
    name: seatName(match, seat), from: placeName(match, stands), to: placeName(match, belongs),
  });
}

/** List what may be done; `mark` shows a choice on the board. */
export function showChoices({ expectation }, mark) {
  const { choices } = expectation;
  $("choices").hidden = !choices.length;
  put($("choices-count"), choices.length ? String(choices.length) : "");
  const key = JSON.stringify(choices);
  if ($("choices-list").dataset.key === key) return;
  $("choices-list").dataset.key = key;
  mark(null);
  $("choices-list").replaceChildren(...choices.map((choice) => {
    const button = element("button", { type: "button", "aria-pressed": "false" }, choice.says,
      choice.why && element("span", { class: "tip" }, text("js.tip", { why: choice.why })));
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      for (const other of $("choices-list").querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", String(on));
      mark(on ? choice : null);
    });
    return element("li", {}, button);
  }));
}

export function showList({ match, position, places }) {
  const entries = (match?.seats ?? []).flatMap((view) => {
    const mine = Object.entries(position?.on ?? {}).filter(([, seat]) => seat === view.seat).map(([place]) => place);
    const look = (place) => ({ unsure: ` ${text("js.list_unsure")}`, covered: ` ${text("js.list_hidden")}` })[places[place]?.look] ?? "";
    const words = mine.length ? mine.map((place) => placeName(match, place) + look(place)).join(", ") : text("js.list_none");
    const start = text("js.list_start", { count: position?.start?.[view.seat] ?? 0 });
    const counter = text("js.list_counter", { roman: COUNTING[position?.counters?.[view.seat] ?? 0] });
    const sign = text("js.signed", { sign: text(`js.sign.${view.seat}`) });
    return [
      element("dt", {}, `${seatName(match, view.seat)} (${colourName(view.colour)}, ${sign})`),
      element("dd", {}, `${words}; ${start}; ${counter}`),
    ];
  });
  $("as-list").replaceChildren(element("dl", {}, ...entries));
}

export function showConnection(state) {
  const node = $("connection");
  if (node.dataset.state === state) return;
  node.dataset.state = state;
  put(node.querySelector(".words"), text(`js.live.${state}`));
}
