import { eventSelect, field, filters, range, select } from "./controls.js";
import { card, empty, h, heading } from "./dom.js";
import { duration, number, percent } from "./format.js";

export const title = "Funnel";

const windows = [["10m", "10 minutes"], ["1h", "1 hour"], ["1d", "24 hours"], ["7d", "7 days"], ["30d", "30 days"], ["365d", "365 days"]];

function stepList(context, steps) {
  const change = (next) => context.set({ steps: next.join(","), step: "", outcome: "" });
  const replace = (index, ...values) => {
    const next = [...steps];
    next.splice(index, 1, ...values);
    change(next);
  };
  const swap = (index) => {
    const next = [...steps];
    [next[index - 1], next[index]] = [next[index], next[index - 1]];
    change(next);
  };
  return h("ol", { class: "list" },
    steps.map((name, index) => h("li", null, h("span", { class: "place" }, String(index + 1)),
      eventSelect(context, name, (value) => replace(index, value)),
      index ? h("button", { type: "button", class: "plain", onclick: () => swap(index), title: "Move up" }, "Up") : null,
      steps.length > 2 ? h("button", { type: "button", class: "plain", onclick: () => replace(index) }, "Remove") : null)),
    h("li", null, h("button", { type: "button", disabled: steps.length >= 20,
      onclick: () => change([...steps, context.names.find((entry) => !steps.includes(entry.name))?.name ?? steps[0]]) }, "Add a step")));
}

function bar(context, step, index, first) {
  const share = first ? step.users / first : 0;
  const list = (outcome) => () => context.set({ step: String(index + 1), outcome });
  return h("li", { class: "step", "data-step": index + 1, "data-event": step.event, "data-users": step.users,
    "data-from-first": step.conversionFromFirst ?? "", "data-median": step.medianFromFirst ?? "" },
  h("span", { class: "place" }, String(index + 1)), h("span", { class: "name" }, step.event),
  h("span", { class: "users" }, number(step.users)),
  h("div", { class: "bar" }, h("i", { style: { width: `${share * 100}%` } })),
  h("div", { class: "facts" },
    h("span", null, `${percent(step.conversionFromFirst)} of the first`),
    index ? h("span", null, `${percent(step.conversionFromPrevious)} of the step before`) : null,
    index ? h("span", null, `median ${duration(step.medianFromPrevious)} from the step before, ${duration(step.medianFromFirst)} from the first`) : null,
    h("button", { type: "button", onclick: list("reached") }, "who"),
    index ? h("button", { type: "button", onclick: list("dropped") }, "who was lost") : null));
}

function people(context, answer) {
  if (!answer.users) return null;
  const step = Number(context.get("step"));
  const text = context.get("outcome") === "dropped" ? `Lost before step ${step}` : `Reached step ${step}`;
  const shown = answer.users.slice(0, 500);
  return card(`${text}: ${number(answer.users.length)} people`,
    h("div", { class: "tall", "data-people": answer.users.length }, h("table", null, h("tbody", null, shown.map((identifiers) => h("tr", null,
      h("td", { class: "wrap" }, h("a", { href: `#users?${new URLSearchParams({ project: context.project, user: identifiers[0] })}` },
        identifiers.join(" · ")))))))),
    answer.users.length > shown.length ? h("p", { class: "quiet" }, `The first ${number(shown.length)} are listed; the API gives all.`) : null);
}

export async function render(context) {
  const top = heading("Funnel", "How many people walk through these steps in this order. One event fills one step; every start is "
    + "considered, and the attempt that gets furthest counts. The window runs from the first step and includes its last millisecond.");
  if (context.names.length < 2) {
    return [top, empty("A funnel needs two events", h("p", null, "This project has too few event names so far."))];
  }
  const steps = (context.get("steps") ?? context.names.slice(0, 3).map((entry) => entry.name).join(",")).split(",").filter(Boolean);
  const window = context.get("window") ?? "7d";
  const answer = await context.ask("funnel", { steps: steps.join(","), window, from: context.get("from"), to: context.get("to"),
    filter: context.all("filter"), step: context.get("step"), outcome: context.get("outcome") });
  const options = windows.some(([key]) => key === window) ? windows : [...windows, [window, window]];
  const first = answer.steps[0].users;
  return [
    top,
    h("form", { class: "card" }, stepList(context, steps), h("div", { class: "controls" },
      field("Within", select(window, options, (value) => context.set({ window: value }))), range(context, answer), filters(context))),
    first ? card(null, h("ol", { class: "steps" }, answer.steps.map((step, index) => bar(context, step, index, first))))
      : empty("Nobody took the first step", h("p", null, "Choose another first step, a longer range, or fewer conditions.")),
    people(context, answer),
  ];
}
