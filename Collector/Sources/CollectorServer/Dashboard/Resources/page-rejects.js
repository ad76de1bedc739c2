import { card, empty, h, heading } from "./dom.js";
import { moment, number } from "./format.js";
import { metric } from "./page-overview.js";

export const title = "Rejects";

function record(reject) {
  return h("li", { "data-reject": reject.id }, h("details", null, h("summary", null,
    h("span", { class: "quiet" }, moment(reject.receivedText)), h("span", { class: "quiet" }, reject.source),
    h("span", { class: "quiet extra" }, reject.index === null ? "whole request" : `event ${reject.index} of its batch`),
    h("b", { class: "extra" }, reject.reason)),
  h("div", { class: "inside" }, h("p", null, reject.reason), h("pre", null, reject.raw),
    reject.isWhole ? null : h("p", { class: "quiet" }, `The first part of ${number(reject.rawLength)} bytes.`))));
}

export async function render(context) {
  const offset = Number(context.get("offset") ?? 0);
  const [answer, quality] = await Promise.all([context.ask("rejects", { limit: 50, offset }), context.ask("quality")]);
  const counters = quality.quality;
  return [
    heading("Rejects", "What was refused and why. Good events beside a bad one are stored; sending a refused event again does not help "
      + "before it is repaired."),
    h("div", { class: "metrics" },
      metric("rejected", answer.total, "refused", true),
      metric("duplicates", counters.duplicates, "duplicates left out"),
      metric("clashes", counters.clashes, "duplicates that differed", true),
      metric("timesReplaced", counters.timesReplaced, "times too far ahead", true),
      metric("linksRefused", counters.linksRefused, "links refused", true)),
    answer.reasons.length ? card(`Reasons, of the newest ${number(answer.examined)}`, h("div", { class: "scroll" }, h("table", null,
      h("thead", null, h("tr", null, h("th", null, "Reason"), h("th", null, "Count"))),
      h("tbody", null, answer.reasons.map((reason) => h("tr", { "data-reason": reason.reason, "data-count": reason.count },
        h("td", { class: "wrap" }, reason.reason), h("td", null, number(reason.count)))))))) : null,
    answer.rejects.length ? card("Newest first", h("ul", { class: "events rejects" }, answer.rejects.map(record)), h("p", { class: "more" },
      offset ? h("button", { type: "button", onclick: () => context.set({ offset: String(Math.max(0, offset - 50) || "") }) }, "Newer") : null, " ",
      answer.hasMore ? h("button", { type: "button", onclick: () => context.set({ offset: String(offset + 50) }) }, "Older") : null))
      : empty("Nothing was refused", h("p", null, "Every event that arrived could be stored.")),
    answer.refusedLinks.length ? card("Links between people that were refused", h("p", { class: "quiet" },
      "Each would have merged two people who are both logged in, or given one device to two of them. Both stay as they are."),
    h("div", { class: "scroll" }, h("table", null,
      h("thead", null, h("tr", null, h("th", null, "Identifier"), h("th", { class: "left" }, "asked to join"),
        h("th", { class: "left" }, "belongs to"), h("th", null, "Times"))),
      h("tbody", null, answer.refusedLinks.map((link) => h("tr", null, h("td", null, link.identifier), h("td", { class: "left" }, link.login),
        h("td", { class: "left" }, link.owner ?? "–"), h("td", null, number(link.count)))))))) : null,
  ];
}
