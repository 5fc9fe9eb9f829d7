// The sheet of house rules: it is printed as the browser prints.

document.getElementById("print").addEventListener("click", () => window.print());
