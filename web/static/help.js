// Searching the rules by id and word, without asking the table.

const search = document.getElementById("search");
const found = document.getElementById("found");
const plain = (words) => words.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
const rules = [...document.querySelectorAll(".rule")].map((node) => ({
  node, id: node.id.toLowerCase(), words: plain(`${node.id} ${node.textContent} ${node.dataset.words}`),
}));

function filter() {
  const wish = plain(search.value.trim());
  const parts = wish.split(/\s+/).filter(Boolean);
  const exact = rules.some(({ id }) => id === wish);
  let count = 0;
  for (const { node, id, words } of rules) {
    const fits = exact ? id === wish : parts.every((part) => words.includes(part));
    node.hidden = !fits;
    count += fits;
  }
  for (const chapter of document.querySelectorAll(".chapter")) {
    chapter.hidden = ![...chapter.querySelectorAll(".rule")].some((node) => !node.hidden);
  }
  document.querySelector(".chapters").hidden = parts.length > 0;
  found.textContent = parts.length ? (count ? found.dataset.found.replace("{count}", count) : found.dataset.none) : "";
}

search.addEventListener("input", filter);
search.form.addEventListener("submit", (event) => event.preventDefault());
