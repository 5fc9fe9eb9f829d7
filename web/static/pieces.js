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
