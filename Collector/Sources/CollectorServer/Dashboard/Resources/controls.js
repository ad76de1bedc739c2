import { h } from "./dom.js";

export const field = (label, control, wide) => h("label", { class: wide ? "wide" : null }, h("span", null, label), control);

export function select(value, options, onchange) {
  return h("select", { value, onchange: (event) => onchange(event.target.value) },
    options.map(([key, title]) => h("option", { value: key }, title)));
}

export function textInput(value, placeholder, onchange, list) {
  return h("input", { type: "text", value: value ?? "", placeholder, list, spellcheck: "false", autocomplete: "off",
    onchange: (event) => onchange(event.target.value.trim()) });
}

// All events of the project, plus the chosen one where the project has not seen it yet.
export function eventSelect(context, value, onchange, everything) {
  const names = context.names.map((entry) => entry.name);
  if (value && value !== "*" && !names.includes(value)) names.push(value);
  const options = names.map((name) => [name, name]);
  if (everything) options.unshift(["*", everything]);
  return select(value ?? "*", options, onchange);
}

const shift = (day, count) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
};

// The range of days; presets count back from the last day that has data.
export function range(context, answer) {
  const last = context.info.timeSpan?.lastText.slice(0, 10);
  const first = context.info.timeSpan?.firstText.slice(0, 10);
  const from = answer.fromDate;
  const to = answer.toDate;
  const preset = (title, start) => h("button", { type: "button", "aria-pressed": String(from === start && to === last),
    onclick: () => context.set({ from: start, to: last }) }, title);
  return [
    field("From", h("input", { type: "date", value: from, onchange: (event) => context.set({ from: event.target.value, to }) })),
    field("To, included", h("input", { type: "date", value: to, onchange: (event) => context.set({ from, to: event.target.value }) })),
    last ? h("div", { class: "presets", role: "group", "aria-label": "Range" },
      preset("7 d", shift(last, -6)), preset("30 d", shift(last, -29)), preset("90 d", shift(last, -89)), preset("All", first)) : null,
  ];
}

export const filterHint = "price > 10 · city = \"Berlin\" · coupon is set";

// Conditions, one line each; an empty last line takes the next one.
export function filters(context, key = "filter", label = "Only events where") {
  const values = context.all(key);
  return [...values, ""].map((value, index) => field(index ? "and" : label,
    textInput(value, filterHint, (text) => {
      const next = [...values];
      next.splice(index, 1, ...(text ? [text] : []));
      context.set({ [key]: next });
    }), true));
}
