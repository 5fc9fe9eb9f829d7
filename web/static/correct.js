// Correcting by hand: pieces are dragged, tapped or moved by keyboard on the board's picture.

import { send } from "./buttons.js";
import { dieChip } from "./look.js";
import { asItStands } from "./pieces.js";
import { element, placeName, roman, seatName, svg, text } from "./words.js";

const NEAR_MM = 16;
const TOUCH_MM = 13;
const STILL_PX = 6;
const FACES = { number: ["2", "4", "6", "8", "10", "12"], option: ["half", "double", "swap-ball", "swap-ring", "direction", "hole-in"] };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Open the editor on a board for a snapshot; `done()` when it closes. */
export function correct(board, snapshot, panel, done) {
  return new Editor(board, snapshot, panel, done);
}

class Editor {
  constructor(board, snapshot, panel, done) {
    Object.assign(this, { board, snapshot, panel, done, picked: null, aim: null });
    this.draft = structuredClone(asItStands(snapshot.position, snapshot.foul));
    this.listening = new AbortController();
    this.furnish();
    this.draw();
    board.picture.setAttribute("role", "group");
    board.picture.classList.add("editing");
    board.picture.addEventListener("pointerdown", (event) => this.press(event), { signal: this.listening.signal });
    panel.hidden = false;
    panel.querySelector("h2").focus({ preventScroll: true });
    board.frame.scrollIntoView({ block: "start" });
  }

  // ---------------------------------------------------------------- the panel

  furnish() {
    const { match, throws } = this.snapshot;
    const last = throws.at(-1);
    this.status = element("p", { role: "status", "aria-live": "polite", class: "hint" }, text("js.edit.how"));
    this.turn = choice(match.seats.map((view) => [String(view.seat), seatName(match, view.seat)]), String(this.draft.turn));
    this.faces = Object.fromEntries(Object.entries(FACES).map(([name, faces]) =>
      [name, this.dieFaces(name, faces, last?.[name] ? String(last[name]) : "")]));
    this.panel.replaceChildren(
      element("h2", { tabindex: "-1", id: "editor-title" }, text("js.edit.title")),
      this.status,
      this.faces.number, this.faces.option,
      element("label", { class: "turn-choice" }, text("js.edit.turn"), this.turn),
      element("p", { class: "buttons" },
        element("button", { type: "button", class: "button", onclick: () => this.save() }, text("js.edit.save")),
        element("button", { type: "button", class: "button quiet", onclick: () => this.close() }, text("js.edit.cancel"))));
  }

  /** The faces of a die to tap, the one that is read chosen; "" where the die was not thrown. */
  dieFaces(name, faces, chosen) {
    const words = (face) => (!face ? text("js.edit.no_die") : name === "number" ? roman(Number(face)) : text(`option.${face}`));
    return element("fieldset", { class: "faces", onchange: () => this.draw() },
      element("legend", {}, text(`js.edit.${name}_die`)),
      ...[...faces, ""].map((face) => element("label", { title: words(face) },
        element("input", { type: "radio", name: `face-${name}`, value: face, checked: face === chosen, "aria-label": words(face) }),
        dieChip(name, face || "–"))));
  }

  face(name) {
    return this.faces[name].querySelector(":checked")?.value ?? "";
  }

  /** A tap on a die of the board turns it to its next face. */
  turnDie(name) {
    const inputs = [...this.faces[name].querySelectorAll("input")];
    const next = inputs[(inputs.findIndex((input) => input.checked) + 1) % inputs.length];
    next.checked = true;
    this.say(text("js.edit.turned", { die: text(`js.edit.${name}_die`), face: next.getAttribute("aria-label") }));
    this.draw();
  }

  /** The dice as they were corrected, to be drawn. */
  dice() {
    return Object.fromEntries(Object.keys(FACES).map((name) => {
      const face = this.face(name);
      return [name, face ? { state: "lying", face, counts: true } : { ...this.snapshot.dice[name], counts: false }];
    }).filter(([, die]) => die.state));
  }

  words(place) {
    return placeName(this.snapshot.match, place);
  }

  say(words) {
    this.status.textContent = words;
  }

  async save() {
    const position = { ...this.draft, turn: Number(this.turn.value) };
    const values = { version: this.snapshot.version, position };
    const last = this.snapshot.throws.at(-1);
    const [number, option] = [this.face("number"), this.face("option")];
    if (number && (number !== String(last?.number ?? "") || option !== (last?.option ?? ""))) {
      values.throw = { number: Number(number), ...(option ? { option } : {}) };
    }
    if (await send("correct", values)) this.close();
  }

  close() {
    this.listening.abort();
    this.board.picture.setAttribute("role", "img");
    this.board.picture.classList.remove("editing");
    for (const { node } of this.board.lying) {
      node.classList.remove("movable", "picked");
      for (const name of ["tabindex", "role", "aria-label"]) node.removeAttribute(name);
    }
    this.panel.hidden = true;
    this.done();
  }

  // ---------------------------------------------------------------- the board

  draw() {
    this.board.show({ ...this.snapshot, position: this.draft, foul: null, places: {}, move: null, lamps: {}, dice: this.dice() }, false);
    const { signal } = this.listening;
    this.board.lying.forEach((piece) => {
      if (piece.node.classList.contains("movable")) return;
      piece.node.classList.add("movable");
      piece.node.setAttribute("tabindex", "0");
      piece.node.setAttribute("role", "button");
      piece.node.addEventListener("keydown", (event) => this.key(event, piece.node), { signal });
    });
    for (const piece of this.board.lying) piece.node.setAttribute("aria-label", this.pieceWords(piece));
    this.light();
  }

  pieceWords({ kind, seat, place }) {
    return `${text(`js.edit.${kind}`)} ${seatName(this.snapshot.match, seat)}, ${this.words(place)}`;
  }

  /** Ring the piece that was picked and the place it would go to. */
  light() {
    for (const piece of this.board.lying) piece.node.classList.toggle("picked", piece.node === this.picked);
    const at = this.aim && this.board.places.get(this.aim);
    this.board.layer("notes").replaceChildren(...(at ? [
      svg("circle", { class: "note-choice", cx: at.x, cy: at.y, r: Math.min(at.r, 30) + 4 }),
      svg("circle", { class: "note-choice-in", cx: at.x, cy: at.y, r: Math.min(at.r, 30) + 4 }),
    ] : []));
  }

  piece(node) {
    return this.board.lying.find((other) => other.node === node);
  }

  /** Places where a piece may be put down. */
  open({ kind, seat, place }) {
    const fits = {
      ball: (name) => /^[OIT]\d/.test(name) || name === `S${seat}` || name === `P${seat}.0`,
      counter: (name) => name.startsWith(`C${seat}.`),
      option: (name) => name.startsWith(`${place.slice(0, place.lastIndexOf("."))}.`),
    }[kind];
    return [...this.board.places.keys()].filter(fits);
  }

  at(event) {
    const back = this.board.picture.querySelector(".turned").getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(back);
  }

  nearest(piece, { x, y }) {
    const far = (name) => {
      const place = this.board.places.get(name);
      return Math.max(0, Math.hypot(place.x - x, place.y - y) - place.r);
    };
    const found = this.open(piece).toSorted((a, b) => far(a) - far(b))[0];
    return found && far(found) < NEAR_MM ? found : null;
  }

  // ---------------------------------------------------------------- pointer

  // Pieces are found by where they lie, not by what the browser says was hit: a finger is wider than
  // a counting ball, and browsers guess for it.
  under(point) {
    const far = ({ x, y }) => Math.hypot(x - point.x, y - point.y);
    const found = this.board.lying.toSorted((a, b) => far(this.board.spot(a)) - far(this.board.spot(b)))[0];
    return found && far(this.board.spot(found)) < TOUCH_MM ? found.node : null;
  }

  press(event) {
    const node = this.under(this.at(event));
    const die = !node && !this.picked && this.board.dieAt(this.at(event));
    const start = [event.clientX, event.clientY];
    const stop = new AbortController();
    let moved = false;
    event.preventDefault();
    this.board.picture.setPointerCapture(event.pointerId);
    this.board.picture.addEventListener("pointermove", (move) => {
      moved ||= Math.hypot(move.clientX - start[0], move.clientY - start[1]) > STILL_PX;
      if (moved && node) this.drag(node, this.at(move));
    }, { signal: stop.signal });
    const end = (up) => {
      stop.abort();
      if (!moved && die) this.turnDie(die);
      else if (!moved) this.tap(node, this.at(up));
      else if (node) this.put(this.piece(node), up.type === "pointerup" ? this.aim : null);
    };
    this.board.picture.addEventListener("pointerup", end, { signal: stop.signal });
    this.board.picture.addEventListener("pointercancel", end, { signal: stop.signal });
  }

  drag(node, point) {
    node.style.transform = `translate(${point.x}px, ${point.y}px)`;
    this.picked = node;
    this.aim = this.nearest(this.piece(node), point);
    this.light();
  }

  /** A tap picks a piece; the next one says where it goes. */
  tap(node, point) {
    const piece = this.picked && this.piece(this.picked);
    const place = piece && this.nearest(piece, point);
    const other = node && this.piece(node);
    const own = other && other.kind === piece?.kind && other.seat === piece?.seat;
    if (place && place !== piece.place && !own) this.put(piece, place);
    else if (node) {
      node.focus({ preventScroll: true });
      this.pick(node === this.picked ? null : node);
    }
  }

  pick(node) {
    this.picked = node;
    this.aim = null;
    this.light();
    this.say(node ? text("js.edit.picked", { what: this.pieceWords(this.piece(node)) }) : text("js.edit.how"));
  }

  // ---------------------------------------------------------------- keyboard

  key(event, node) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.picked === node && this.aim) this.put(this.piece(node), this.aim);
      else this.pick(node);
    } else if (event.key === "Escape") this.pick(null);
    else if (ARROWS[event.key]) {
      event.preventDefault();
      if (this.picked !== node) this.pick(node);
      this.wander(ARROWS[event.key]);
    }
  }

  /** Aim at the nearest open place in an arrow's direction, as the board is turned on the screen. */
  wander([dx, dy]) {
    const piece = this.piece(this.picked);
    const from = this.board.places.get(this.aim ?? piece.place);
    const turn = (-this.board.turn * Math.PI) / 180;
    const [ux, uy] = [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
    const cost = (name) => {
      const [x, y] = [this.board.places.get(name).x - from.x, this.board.places.get(name).y - from.y];
      const along = x * ux + y * uy;
      return along < 1 ? Infinity : along + 2.5 * Math.abs(x * uy - y * ux);
    };
    const found = this.open(piece).filter((name) => name !== (this.aim ?? piece.place))
      .toSorted((a, b) => cost(a) - cost(b))[0];
    if (!found || cost(found) === Infinity) return;
    this.aim = found;
    this.light();
    this.say(text("js.edit.aim", { place: this.words(found) }));
  }

  // ---------------------------------------------------------------- the draft

  put(piece, place) {
    if (place && place !== piece.place) {
      this[`put_${piece.kind}`](piece, place);
      this.say(text("js.edit.moved", { what: text(`js.edit.${piece.kind}`), place: this.words(place) }));
    }
    this.picked = null;
    this.aim = null;
    this.draw();
  }

  put_ball({ seat, place: from }, place) {
    const { on, start } = this.draft;
    if (from in on) delete on[from];
    else start[seat] -= 1;
    // Whose ball lay there goes home, so that the balls always add up.
    if (place in on) start[on[place]] += 1;
    if (/^[SP]/.test(place)) start[seat] += 1;
    else on[place] = seat;
  }

  put_counter({ seat }, place) {
    this.draft.counters[seat] = Number(place.split(".")[1]);
  }

  put_option({ seat }, place) {
    const [, option, row] = place.split(".");
    const stored = this.draft.stored[seat].filter((other) => other !== option);
    this.draft.stored[seat] = row === "upper" ? OPTIONS.filter((name) => name === option || stored.includes(name)) : stored;
  }
}

const OPTIONS = [...FACES.option, "exit"];

const choice = (values, chosen) => element("select", {},
  ...values.map(([value, words]) => element("option", { value, selected: value === chosen }, words)));
