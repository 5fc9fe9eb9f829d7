// The live stream: one EventSource with the whole state in each event, opened anew when it falls silent.

import { boot } from "./words.js";

const SILENT_MS = 2.4 * boot.heartbeat * 1000;
const ASK_MS = 2000;

/** Call `show(snapshot)` for every newer snapshot and `say(state)` with opening, live or lost. */
export function listen(show, say) {
  let source = null;
  let silence = 0;
  let asking = 0;
  let newest = -1;

  const heard = () => {
    say("live");
    clearTimeout(silence);
    silence = setTimeout(reopen, SILENT_MS);
  };
  // A restarted table counts its snapshots anew: the first event of a new stream is always shown.
  const take = (snapshot, first) => {
    if (first || snapshot.version > newest) {
      newest = snapshot.version;
      show(snapshot);
    }
  };

  function open() {
    let first = true;
    clearInterval(asking);
    source?.close();
    source = new EventSource(`/events?lang=${boot.language}`);
    source.addEventListener("snapshot", (event) => {
      heard();
      take(JSON.parse(event.data), first);
      first = false;
    });
    source.addEventListener("beat", heard);
    source.addEventListener("error", () => {
      say("lost");
      if (source.readyState === EventSource.CLOSED) {
        source.close();
        ask();
      }
    });
    clearTimeout(silence);
    silence = setTimeout(reopen, SILENT_MS);
  }

  function reopen() {
    say("lost");
    open();
  }

  // All streams are taken or the table is away: ask now and then, and try the stream again each time.
  function ask() {
    clearInterval(asking);
    clearTimeout(silence);
    asking = setInterval(async () => {
      try {
        const answer = await fetch(`/snapshot.json?lang=${boot.language}`, { cache: "no-store" });
        if (!answer.ok) throw new Error(answer.statusText);
        take(await answer.json(), true);
        open();
      } catch {
        say("lost");
      }
    }, ASK_MS);
  }

  // Phones close the stream of a sleeping page without a word; waking up always opens it anew.
  document.addEventListener("visibilitychange", () => document.hidden || open());
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  open();
}

/** Send a command; resolves to {accepted, says}. */
export async function command(name, values = {}) {
  try {
    const answer = await fetch("/command", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Token": boot.token },
      body: JSON.stringify({ do: name, ...values }),
    });
    return await answer.json();
  } catch {
    return { accepted: false, says: "" };
  }
}
