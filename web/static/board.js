// The board's picture: lays pieces, dice, lights and notes into the layers of the drawing.

import { ball, die, paint } from "./look.js";
import { asItStands, pieces, placesOf, way } from "./pieces.js";
import { boot, counted, keep, kept, svg, text } from "./words.js";

const BALL_MM = 8.1;     // drawn a little larger than life, so that its sign shows on a phone
const STEP_MS = 120;
const LONGEST_MS = 1700;
const HOME_MS = 750;
const DICE = [["number", -1], ["option", 1]]; // beside each other in the middle

export class Board {
  constructor(frame) {
    this.frame = frame;
    this.turn = Number(kept("turn") ?? 0);
    this.moveShown = null;
    this.adopt();
  }

  /** Take over the drawing that now stands in the frame. */
  adopt() {
    this.picture = this.frame.querySelector("svg.board");
    this.places = new Map();
    for (const place of this.picture.querySelectorAll("[data-place]")) {
      const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(place.getAttribute(name)));
      this.places.set(place.dataset.place, { x, y, r, kind: place.classList[1] });
    }
    this.lying = [];
    this.turnTo(this.turn);
    this.number(this.numbered ?? false);
  }

  layer(name) {
    return this.picture.querySelector(`.layer-${name}`);
  }

  /** Turn the picture so that another corner lies at the lower left. */
  turnTo(degrees) {
    this.turn = degrees;
    this.picture.style.setProperty("--turn", `${degrees}deg`);
    keep("turn", degrees);
  }

  /** Write its number beside every fourth field of the rings (where no arrow is) and every target field. */
  number(shown) {
    this.numbered = shown;
    const names = [...this.places.keys()].filter((name) => {
      const [, ring, i] = /^([OIT])(\d+)$/.exec(name) ?? [];
      return ring === "T" || (ring && i % 4 === 0 && i % (ring === "O" ? 16 : 8));
    });
    const labels = names.map((name) => {
      const { x, y } = this.places.get(name);
      const away = 1 + (name[0] === "O" ? 14.5 : -14.5) / Math.hypot(x, y);
      return svg("g", { class: "field-name", transform: `translate(${x * away} ${y * away})` },
        svg("g", { class: "upright" }, svg("text", { dy: ".35em" }, String(counted(this.match, name)?.after ?? name.slice(1)))));
    });
    this.layer("numbers").replaceChildren(...(shown ? labels : []));
  }

  /** Show a snapshot; movement is shown if the page was looking before. */
  async show(snapshot, animate = true) {
    const variant = snapshot.match?.variant ?? this.picture.dataset.variant;
    if (variant !== this.picture.dataset.variant) {
      const answer = await fetch(`/board/${variant}.svg?lang=${boot.language}`);
      this.frame.innerHTML = await answer.text();
      this.adopt();
      animate = false;
    }
    const calm = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.match = snapshot.match;
    this.move = snapshot.move && this.wholeWay(snapshot.move);
    this.showLamps(snapshot.lamps);
    this.showDice(snapshot.dice, snapshot.places);
    this.showPieces(snapshot, animate && !calm);
    this.showNotes(snapshot);
  }

  // ---------------------------------------------------------------- pieces

  wholeWay(move) {
    return move.path.length === 2 ? { ...move, path: way(move.path, this.places) } : move;
  }

  spot({ place, slot, of }) {
    const at = this.places.get(place);
    if (!at) return { x: 0, y: 0 };
    if (of === 1) return at;
    const angle = (2 * Math.PI * slot) / of - Math.PI / 4;
    const away = Math.min(at.r - BALL_MM - 3, 1.25 * BALL_MM / Math.sin(Math.PI / Math.max(of, 2)));
    return { x: at.x + away * Math.cos(angle), y: at.y + away * Math.sin(angle) };
  }

  showPieces(snapshot, animate) {
    const wanted = pieces(asItStands(snapshot.position, snapshot.foul), this.places);
    const move = this.move && this.move.number !== this.moveShown ? this.move : null;
    this.moveShown = this.move?.number ?? null;
    const free = [...this.lying];
    const take = (test) => {
      const i = free.findIndex(test);
      return i < 0 ? null : free.splice(i, 1)[0];
    };
    const same = (a) => (b) => a.kind === b.kind && a.seat === b.seat;
    const stays = wanted.map((piece) => take((old) =>
      same(piece)(old) && old.place === piece.place && old.slot === piece.slot && old.of === piece.of));
    const mover = (piece, old) => move && piece.seat === move.seat && piece.kind === "ball"
      && piece.place === move.path.at(-1) && old.place === move.path[0];
    this.lying = wanted.map((piece, i) => {
      const old = stays[i] ?? take((other) => same(piece)(other) && mover(piece, other))
        ?? take((other) => same(piece)(other) && other.place === piece.place)
        ?? take((other) => same(piece)(other));
      return this.place(piece, old, animate, move);
    });
    for (const gone of free) gone.node.remove();
    // Beside a foul the last move would only be one more line.
    this.showTrail(snapshot.foul ? null : this.move);
  }

  place(piece, old, animate, move) {
    const to = this.spot(piece);
    const node = old?.node ?? this.piece(piece);
    const rgb = piece.kind === "ball" ? paint(this.match, piece.seat) : "";
    if (old && piece.kind === "ball") node.querySelector(".body").setAttribute("fill", rgb);
    const from = old && this.spot(old);
    node.style.transform = `translate(${to.x}px, ${to.y}px)`;
    if (animate && from && (from.x !== to.x || from.y !== to.y)) {
      const mine = move && piece.seat === move.seat && piece.place === move.path.at(-1);
      const path = mine && old.place === move.path[0] ? move.path.slice(1, -1) : [];
      const thrown = move?.thrown.some((other) => other.seat === piece.seat && other.place === old.place);
      this.glide(node, [from, ...path.map((name) => this.places.get(name)).filter(Boolean), to],
        thrown ? this.duration(move.path.length) : 0);
    }
    return { ...piece, node };
  }

  duration(steps) {
    return steps > 2 ? Math.min(LONGEST_MS, STEP_MS * (steps - 1)) : HOME_MS;
  }

  glide(node, points, delay) {
    node.parentNode.append(node);
    node.animate(points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })), {
      duration: this.duration(points.length),
      delay,
      fill: "backwards",
      easing: points.length > 2 ? "linear" : "cubic-bezier(.3, .1, .2, 1)",
    });
  }

  piece({ kind, seat }) {
    const node = svg("g", { class: "piece" });
    if (kind === "ball") {
      const inner = ball(paint(this.match, seat), seat);
      inner.setAttribute("transform", `scale(${BALL_MM / 10})`);
      node.append(inner);
    } else if (kind === "counter") node.append(svg("circle", { class: "counter-ball", r: 4.2 }));
    else node.append(svg("circle", { class: "option-ball", r: 3.2 }));
    this.layer("pieces").append(node);
    return node;
  }

  showTrail(move) {
    const points = (move?.path ?? []).map((name) => this.places.get(name)).filter(Boolean);
    const line = svg("path", {
      class: "trail",
      d: points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join(""),
      stroke: move ? paint(this.match, move.seat) : "none",
    });
    this.layer("trail").replaceChildren(...(points.length > 1 ? [line] : []));
  }

  // ---------------------------------------------------------------- dice and lights

  showDice(dice, views) {
    const middle = this.places.get("D");
    if (!middle) return;
    const shown = DICE.flatMap(([name, side]) => {
      const seen = dice[name];
      if (!seen || seen.state === "absent") return [];
      const made = die(name, seen.face, seen.state);
      if (!seen.counts) made.classList.add("old");
      made.setAttribute("transform", `translate(${side * middle.r * 0.34} ${-middle.r * 0.08}) scale(${middle.r / 78})`);
      const look = views[`dice.${name}`]?.look;
      if (look && look !== "clear") made.append(badge(14, -14));
      return [made];
    });
    const option = dice.option?.counts && dice.option.face;
    if (option) shown.push(svg("text", { class: "die-word", y: middle.r * 0.52 }, text(`option.${option}`)));
    this.layer("dice").replaceChildren(...shown);
  }

  /** The die that is drawn at a point, or nothing. */
  dieAt({ x, y }) {
    const middle = this.places.get("D");
    const [name] = DICE.find(([, side]) => Math.abs(x - side * middle.r * 0.34) < middle.r * 0.3
      && Math.abs(y + middle.r * 0.08) < middle.r * 0.3) ?? [];
    return name;
  }

  showLamps(lamps) {
    const lights = Object.entries(lamps).flatMap(([name, { rgb, pulse }]) => {
      const at = this.lampAt(name);
      const { colour, strength } = light(rgb);
      return at ? [svg("g", { class: "lamp-light", "data-pulse": pulse, stroke: colour, "stroke-opacity": strength },
        svg("circle", { class: "lamp-glow", cx: at.x, cy: at.y, r: at.r + 4 }),
        svg("circle", { class: "lamp-ring", cx: at.x, cy: at.y, r: at.r + 3 }))] : [];
    });
    this.layer("lamps").replaceChildren(...lights);
  }

  /** A lamp's place: a field, or a corner of the board ("corner.0"). */
  lampAt(name) {
    const [kind, seat] = name.split(".");
    if (kind !== "corner") return this.places.get(name);
    const start = this.places.get(`S${seat}`);
    if (start) return start;
    const own = [0, 1, 2, 3].map((i) => this.places.get(`P${seat}.${i}`)).filter(Boolean);
    const mean = (axis) => own.reduce((sum, place) => sum + place[axis], 0) / own.length;
    return own.length ? { x: mean("x"), y: mean("y"), r: 22 } : null;
  }

  // ---------------------------------------------------------------- notes

  showNotes(snapshot) {
    const notes = [];
    for (const [name, { look }] of Object.entries(snapshot.places)) {
      if (look === "clear") continue;
      for (const place of placesOf(name, this.places)) notes.push(...this.viewNote(this.places.get(place), look));
    }
    if (snapshot.foul) notes.push(...this.foulNotes(snapshot.foul));
    this.notes = notes;
    this.redrawNotes();
  }

  /** Mark one choice's path and goal, or none. */
  mark(choice) {
    this.marked = choice;
    this.redrawNotes();
  }

  redrawNotes() {
    const extra = this.marked ? this.choiceNotes(this.marked) : [];
    this.layer("notes").replaceChildren(...(this.notes ?? []), ...extra);
  }

  viewNote({ x, y, r }, look) {
    const size = Math.max(r + 3, 5);
    if (look === "covered") return [svg("circle", { class: "view-covered", cx: x, cy: y, r: size })];
    const ring = svg("circle", { class: "view-unsure", cx: x, cy: y, r: size });
    return r > 5 ? [ring, badge(x + 0.8 * size, y - 0.8 * size)] : [ring];
  }

  foulNotes(foul) {
    const counted = foul.counted.map((name) => this.places.get(name)).filter(Boolean);
    const found = counted.length < 2 ? [] : [svg("path", {
      class: "note-count-way", d: counted.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join(""),
    })];
    found.push(...foul.counted.slice(1).map((name, i) => {
      const at = this.places.get(name);
      return at && svg("g", { transform: `translate(${at.x} ${at.y})` },
        svg("circle", { class: "note-count-dot", r: 6.2 }),
        svg("g", { class: "upright" }, svg("text", { class: "note-count", dy: ".35em" }, String(i + 1))));
    }));
    for (const { seat, stands, belongs } of foul.repairs) {
      const area = placesOf(`start.${seat}`, this.places)[0];
      const [a, b] = [stands ?? area, belongs ?? area].map((name) => this.places.get(name));
      if (a && b) found.push(...arrow(a, b));
      if (b) found.push(ring("note-belongs", b), ring("note-belongs-in", b));
      if (a) found.push(ring("note-wrong", a), ring("note-wrong-in", a));
    }
    return found.filter(Boolean);
  }

  choiceNotes({ path, seat }) {
    const points = path.map((name) => this.places.get(name)).filter(Boolean);
    const goal = points.at(-1);
    if (!goal) return [];
    const way = svg("path", {
      class: "trail", stroke: paint(this.match, seat),
      d: points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join(""),
    });
    return [way, ring("note-choice", goal), ring("note-choice-in", goal)];
  }
}

/** A lamp's light as paint: its colour at full strength, and how strong it is. */
function light(rgb) {
  const parts = [1, 3, 5].map((at) => parseInt(rgb.slice(at, at + 2), 16));
  const most = Math.max(...parts, 1);
  return { colour: `rgb(${parts.map((part) => Math.round((255 * part) / most)).join(" ")})`, strength: (most / 255).toFixed(2) };
}

const ring = (name, { x, y, r }) => svg("circle", { class: name, cx: x, cy: y, r: Math.min(r, 30) + 4 });

const badge = (x, y) => svg("g", { transform: `translate(${x} ${y})` },
  svg("circle", { class: "view-badge", r: 5.6 }),
  svg("g", { class: "upright" }, svg("text", { class: "view-badge-text", dy: ".36em" }, "?")));

function arrow(a, b) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [gap, head] = [12, 6];
  if (length < 2 * gap + head) return [];
  const end = [b.x - gap * ux, b.y - gap * uy];
  const side = (s) => `L${end[0]} ${end[1]}l${-head * ux + s * head * uy} ${-head * uy - s * head * ux}`;
  const bend = [(a.x + b.x) / 2 - uy * length * 0.12, (a.y + b.y) / 2 + ux * length * 0.12];
  const d = `M${a.x + gap * ux} ${a.y + gap * uy}Q${bend[0]} ${bend[1]} ${end[0]} ${end[1]}${side(0.7)}M${end[0]} ${end[1]}${side(-0.7)}`;
  return [svg("path", { class: "note-way-under", d, fill: "none" }), svg("path", { class: "note-way", d, fill: "none" })];
}
