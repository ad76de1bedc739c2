// Builds elements without ever parsing text as HTML: event names and values come from strangers.
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  // A select takes its value only once it has options.
  if (tag === "select" && attributes?.value !== undefined) element.value = attributes.value;
  return element;
}

export const card = (title, ...children) => h("section", { class: "card" }, title ? h("h2", null, title) : null, children);

export function empty(title, ...children) {
  return h("section", { class: "card empty", "data-empty": true }, h("h2", null, title), children);
}

export function heading(title, lead) {
  return [h("h1", null, title), h("p", { class: "lead" }, lead)];
}
