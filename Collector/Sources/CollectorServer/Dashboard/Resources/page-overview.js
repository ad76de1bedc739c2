import { chart } from "./charts.js";
import { range } from "./controls.js";
import { card, empty, h, heading } from "./dom.js";
import { moment, number } from "./format.js";

export const title = "Overview";

export const metric = (key, value, label, warn) => h("div", { class: warn && value > 0 ? "metric warn" : "metric" },
  h("b", { "data-metric": key, "data-value": value }, number(value)), h("span", null, label));

export async function render(context) {
  const answer = await context.ask("overview", { from: context.get("from"), to: context.get("to") });
  const { trend, quality, timeSpan } = answer;
  const series = trend.series[0];
  const lead = timeSpan ? `Events from ${moment(timeSpan.firstText)} to ${moment(timeSpan.lastText)}.` : "No events yet.";
  const top = heading("Overview", lead);
  if (!timeSpan) {
    return [top, empty("This project has no events", h("p", null, "Send some, or choose another project."))];
  }
  return [
    top,
    h("div", { class: "metrics" },
      metric("total", series.total, "events in range"),
      metric("uniqueUsers", series.uniqueUsers, "people in range"),
      metric("stored", quality.stored, "stored in all"),
      metric("duplicates", quality.duplicates, "duplicates left out"),
      metric("rejected", quality.rejected, "refused", true),
      metric("nameCount", answer.nameCount, "event names")),
    h("form", { class: "card controls" }, range(context, answer)),
    card("Events and people by day", chart([
      { type: "bar", x: trend.labels, y: series.counts, name: "events", colour: 0 },
      { type: "scatter", mode: "lines", x: trend.labels, y: series.users, name: "people", colour: 1 },
    ], { showlegend: true, label: "Events and people by day" }),
    h("div", { class: "tall" }, h("table", null,
      h("thead", null, h("tr", null, h("th", null, "Day"), h("th", null, "Events"), h("th", null, "People"))),
      h("tbody", null, trend.labels.map((label, index) => h("tr",
        { "data-label": label, "data-count": series.counts[index], "data-users": series.users[index] },
        h("td", null, label), h("td", null, number(series.counts[index])), h("td", null, number(series.users[index]))))),
      h("tfoot", null, h("tr", null, h("td", null, "Whole range, each person once"), h("td", null, number(series.total)),
        h("td", null, number(series.uniqueUsers))))))),
    card("Most frequent events, all time", h("div", { class: "scroll" }, h("table", null,
      h("thead", null, h("tr", null, h("th", null, "Event"), h("th", null, "Count"))),
      h("tbody", null, answer.names.map((entry) => h("tr", { "data-name": entry.name, "data-count": entry.count },
        h("td", null, h("a", { href: `#trend?${new URLSearchParams({ project: context.project, events: entry.name })}` }, entry.name)),
        h("td", null, number(entry.count)))))))),
  ];
}
