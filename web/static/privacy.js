// The privacy page: its buttons delete for good; a copy of all matches goes to the phone and back.

import { enliven } from "./buttons.js";
import { ask, toast } from "./toast.js";
import { boot, text } from "./words.js";

enliven(() => boot.snapshot.version);

const bring = document.getElementById("bring");
bring?.addEventListener("change", async () => {
  const [file] = bring.files;
  bring.value = "";
  if (!file || !(await ask(bring.dataset.ask))) return;
  const answer = await fetch("/matches.sqlite", {
    method: "POST", body: file, headers: { "X-Token": boot.token, "Content-Type": "application/octet-stream" },
  }).then((found) => found.json()).catch(() => null);
  toast(answer?.says || text("js.failed"));
});
