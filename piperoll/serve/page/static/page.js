// A slider over the days on which a document changed. Without script there are the links that it is made of.
"use strict";
for (const list of document.querySelectorAll("[data-days]")) {
  const links = [...list.querySelectorAll("a")];
  const slider = document.createElement("input");
  const shown = document.createElement("output");
  const now = links.findIndex((one) => one.hasAttribute("aria-current"));
  Object.assign(slider, { type: "range", min: 0, max: links.length - 1, step: 1, value: Math.max(now, 0) });
  slider.setAttribute("aria-label", "Day");
  const tell = () => {
    const day = links[slider.value].dataset.day;
    shown.textContent = day;
    slider.setAttribute("aria-valuetext", day);
  };
  slider.addEventListener("input", tell);
  slider.addEventListener("change", () => location.assign(links[slider.value].href));
  tell();
  const box = document.createElement("div");
  box.className = "slider";
  box.append(slider, shown);
  list.before(box);
}
