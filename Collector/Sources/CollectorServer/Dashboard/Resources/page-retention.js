import { chart } from "./charts.js";
import { eventSelect, field, range, select } from "./controls.js";
import { card, empty, h, heading } from "./dom.js";
import { number, percent } from "./format.js";

export const title = "Retention";

// Most shares are small: the root spreads them over the scale.
const tint = (share) => Math.sqrt(Math.min(share, 1)).toFixed(4);

function cell(period, returned, size) {
  if (returned === null) return h("td", { "data-period": period, "data-returned": "" });
  const share = size ? returned / size : 0;
  return h("td", { class: "cell", "data-period": period, "data-returned": returned, style: { "--share": tint(share) } },
    number(returned), " ", h("small", null, size ? percent(share) : "–"));
}

function matrix(answer) {
  const rows = answer.cohorts.filter((cohort) => cohort.size > 0);
  return h("div", { class: "scroll" }, h("table", { class: "cohorts" },
    h("thead", null, h("tr", null, h("th", null, `First ${answer.interval}`), h("th", null, "People"),
      answer.totals.map((_, period) => h("th", null, period ? `+${period}` : `same ${answer.interval}`)))),
    h("tbody", null,
      h("tr", { class: "total", "data-cohort": "total" }, h("th", null, "All"),
        h("td", { class: "size", "data-size": answer.totals[0]?.size ?? 0 }, number(answer.totals[0]?.size ?? 0)),
        answer.totals.map((total, period) => cell(period, total?.returned ?? null, total?.size ?? 0))),
      rows.map((cohort) => h("tr", { "data-cohort": cohort.label }, h("th", null, cohort.label),
        h("td", { class: "size", "data-size": cohort.size }, number(cohort.size)),
        cohort.returned.map((returned, period) => cell(period, returned, cohort.size)))))));
}

export async function render(context) {
  const top = heading("Retention", "Who comes back. People belong to each calendar day, week or month in which they started, once; "
    + "empty cells lie in the future.");
  if (!context.names.length) return [top, empty("This project has no events", h("p", null, "Send some first."))];
  const answer = await context.ask("retention", { from: context.get("from"), to: context.get("to"), interval: context.get("interval"),
    start: context.get("start"), return: context.get("return"), periods: context.get("periods"), cohorts: context.get("cohorts") });
  // Everyone is there on the first day when any start is a return: then the curve begins on the next.
  const first = answer.totals.length > 1 && answer.totals[0]?.returned === answer.totals[0]?.size ? 1 : 0;
  const curve = answer.totals.slice(first);
  const known = answer.totals.filter((total) => total && total.size);
  return [
    top,
    h("form", { class: "card controls" },
      field("Started by", eventSelect(context, context.get("start"), (start) => context.set({ start }), "any event")),
      field("Came back with", eventSelect(context, context.get("return"), (value) => context.set({ return: value }), "any event")),
      field("By", select(answer.interval, ["day", "week", "month"].map((key) => [key, key]),
        (interval) => context.set({ interval, periods: "" }))),
      field("Members of", select(answer.cohortRule, [["each", "each start"], ["first", "the first start"]],
        (cohorts) => context.set({ cohorts }))),
      range(context, answer)),
    known.length && known[0].size ? [
      card("Share that came back, all cohorts together", chart([{ type: "scatter", mode: "lines+markers", name: "came back",
        x: curve.map((_, index) => `+${index + first}`), y: curve.map((total) => (total?.size ? total.returned / total.size : null)) }],
      { yaxis: { tickformat: ".1~%" }, xaxis: { title: { text: `${answer.interval}s later` } }, label: "Retention" })),
      card(null, matrix(answer))]
      : empty("Nobody started in this range", h("p", null, "Choose a longer range or another start event.")),
  ];
}
