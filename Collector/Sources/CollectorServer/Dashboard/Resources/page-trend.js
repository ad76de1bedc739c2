import { chart, colours } from "./charts.js";
import { eventSelect, field, filters, range, select } from "./controls.js";
import { card, empty, h, heading } from "./dom.js";
import { groupTitle, number } from "./format.js";

export const title = "Trend";

function eventList(context, events) {
  const change = (index, ...values) => {
    const next = [...events];
    next.splice(index, 1, ...values);
    context.set({ events: next.join(",") });
  };
  return h("ul", { class: "list" },
    events.map((name, index) => h("li", null,
      eventSelect(context, name, (value) => change(index, value), "All events together"),
      events.length > 1 ? h("button", { type: "button", class: "plain", onclick: () => change(index) }, "Remove") : null)),
    h("li", null, h("button", { type: "button", disabled: events.length > 9,
      onclick: () => context.set({ events: [...events, context.names[events.length]?.name ?? "*"].join(",") }) }, "Add an event")));
}

function table(answer, measure) {
  const palette = colours();
  const titles = answer.series.map((series) => {
    const several = new Set(answer.series.map((other) => other.event)).size > 1;
    return answer.breakdown && several ? `${series.event} · ${groupTitle(series)}` : groupTitle(series);
  });
  const total = measure === "users" ? "uniqueUsers" : "total";
  return { titles, node: h("div", { class: "tall" }, h("table", null,
    h("thead", null, h("tr", null, h("th", null, answer.interval), titles.map((text, index) => h("th", null,
      h("i", { class: "dot", style: { background: palette[index % palette.length] } }), text)))),
    h("tbody", null, answer.labels.map((label, row) => h("tr", { "data-label": label }, h("td", null, label),
      answer.series.map((series, column) => h("td", { "data-series": column, "data-value": series[measure][row] },
        number(series[measure][row])))))),
    h("tfoot", null, h("tr", { "data-total": true },
      h("td", null, measure === "users" ? "Whole range, each person once" : "Whole range"),
      answer.series.map((series, column) => h("td", { "data-series": column, "data-value": series[total] }, number(series[total]))))))) };
}

export async function render(context) {
  const top = heading("Trend", "How often events happened, and to how many people, by calendar time.");
  if (!context.names.length) return [top, empty("This project has no events", h("p", null, "Send some first."))];
  const events = (context.get("events") ?? "*").split(",").filter(Boolean);
  const measure = context.get("measure") === "users" ? "users" : "counts";
  const [answer, properties] = await Promise.all([
    context.ask("trend", { from: context.get("from"), to: context.get("to"), interval: context.get("interval"),
      events: events.join(","), breakdown: context.get("breakdown"), filter: context.all("filter") }),
    context.ask("properties", { event: events.length === 1 && events[0] !== "*" ? events[0] : undefined }),
  ]);
  const names = properties.properties.map((property) => [property.name, property.hasClash
    ? `${property.name} (${property.types.map((type) => type.type).join(", ")})` : property.name]);
  const breakdown = context.get("breakdown") ?? "";
  if (breakdown && !names.some(([name]) => name === breakdown)) names.push([breakdown, breakdown]);
  const { titles, node } = table(answer, measure);
  const isBar = answer.labels.length < 3;
  return [
    top,
    h("form", { class: "card" }, eventList(context, events), h("div", { class: "controls" },
      range(context, answer),
      field("By", select(answer.interval, ["hour", "day", "week", "month"].map((key) => [key, key]),
        (interval) => context.set({ interval }))),
      field("Count", select(measure, [["counts", "events"], ["users", "people"]], (value) => context.set({ measure: value }))),
      field("Split by", select(breakdown, [["", "nothing"], ...names], (value) => context.set({ breakdown: value }))),
      filters(context))),
    answer.isGroupingCut ? h("p", { class: "note" }, "The property has so many values that rare ones were not told apart.") : null,
    card(null, chart(answer.series.map((series, index) => ({ type: isBar ? "bar" : "scatter",
      mode: answer.labels.length > 60 ? "lines" : "lines+markers", x: answer.labels, y: series[measure], name: titles[index] })),
    { showlegend: titles.length > 1, label: "Trend" }), node),
  ];
}
