// What lies where in a position of The Inner Circle, in places of the board.

/** A position as it stands in spite of the rules: each piece to repair where it lies, not where it belongs. */
export function asItStands(position, foul) {
  if (!position || !foul) return position;
  const on = { ...position.on };
  const start = { ...position.start };
  const put = (place, seat, by) => {
    if (place?.startsWith("S")) start[seat] = (start[seat] ?? 0) + by;
    else if (by > 0) on[place] = seat;
    else delete on[place];
  };
  for (const { seat, stands, belongs } of foul.repairs) {
    if (!stands || on[stands] === seat) continue;
    if (on[belongs] === seat || belongs?.startsWith("S")) put(belongs, seat, -1);
    put(stands, seat, 1);
  }
  return { ...position, on, start };
}

/** Pieces of a position: {kind, seat, place, slot, of}; `slot` of `of` where several share a place. */
export function pieces(position, places) {
  if (!position) return [];
  return [...balls(position, places), ...counters(position), ...options(position)];
}

function balls(position, places) {
  const found = Object.entries(position.on ?? {}).map(([place, seat]) => single("ball", seat, place));
  for (const [name, count] of Object.entries(position.start ?? {})) {
    const seat = Number(name);
    const own = [...places.keys()].filter((place) => place.startsWith(`P${seat}.`));
    for (let slot = 0; slot < count; slot += 1) {
      if (own.length) found.push(single("ball", seat, own[slot % own.length]));
      else found.push({ kind: "ball", seat, place: `S${seat}`, slot, of: count });
    }
  }
  return found;
}

const counters = (position) =>
  Object.entries(position.counters ?? {}).map(([seat, at]) => single("counter", Number(seat), `C${seat}.${at}`));

function options(position) {
  if (!position.memory) return [];
  const names = ["half", "double", "swap-ball", "swap-ring", "direction", "hole-in", "exit"];
  return Object.entries(position.stored ?? {}).flatMap(([seat, stored]) =>
    names.map((name) => single("option", Number(seat), `M${seat}.${name}.${stored.includes(name) ? "upper" : "lower"}`)));
}

const single = (kind, seat, place) => ({ kind, seat, place, slot: 0, of: 1 });

const FARTHEST = { O: 24, I: 16 };

/**
 * The way of a ball along its ring, where a step only tells its two ends: round to the field or to the
 * arrow through which it changed ring or went home, the shorter way round. Far apart means exchanged.
 */
export function way([from, to], places) {
  const [a, b] = [/^([OI])(\d+)$/.exec(from), /^([OIT])(\d+)$/.exec(to)];
  if (!a || !b) return [from, to];
  const ring = a[1];
  const size = [...places.keys()].filter((name) => name[0] === ring && /^.\d/.test(name)).length;
  const gate = through(a[1], b[1], Number(b[2]), places);
  if (gate === null) return [from, to];
  const start = Number(a[2]);
  const on = (gate - start + size) % size;
  const steps = on <= size / 2 ? on : on - size;
  if (Math.abs(steps) > FARTHEST[ring]) return [from, to];
  const fields = Array.from({ length: Math.abs(steps) + 1 }, (_, i) =>
    `${ring}${(start + Math.sign(steps) * i + size) % size}`);
  return fields.at(-1) === to ? fields : [...fields, to];
}

/** The number of the field on ring `ring` from which a ball reaches field `i` of `kind`, or null. */
function through(ring, kind, i, places) {
  if (kind === ring) return i;
  if (kind === "T" && ring === "I") {
    const behind = [...places.keys()].filter((name) => /^T\d/.test(name)).length / 4;
    return 8 * Math.floor(i / behind);
  }
  if (kind === "I" && i % 8 === 4) return 2 * i;
  if (kind === "O" && i % 16 === 8) return i / 2;
  return null;
}

/** Places that an area's name in a snapshot stands for ("start.0" is S0 or P0.0 to P0.3). */
export function placesOf(name, places) {
  if (places.has(name)) return [name];
  const [area, seat] = name.split(".");
  const starts = { start: [`S${seat}`, `P${seat}.`], counters: [`C${seat}.`], stored: [`M${seat}.`] }[area] ?? [];
  return [...places.keys()].filter((place) => starts.some((start) => place === start || (start.endsWith(".") && place.startsWith(start))));
}

/** How many of a seat's balls are home, in play and in the start area. */
export function tally(position, seat) {
  const mine = Object.entries(position?.on ?? {}).filter(([, owner]) => owner === seat);
  const home = mine.filter(([place]) => place.startsWith("T")).length;
  return { home, play: mine.length - home, start: position?.start?.[seat] ?? 0 };
}
