import { h } from "./dom.js";
import { clock, date, moment } from "./format.js";

const summary = (event) => event.properties.filter((property) => !property.name.startsWith("$"))
  .slice(0, 4).map((property) => `${property.name}=${property.value}`).join("  ");

const timeNote = (event) => ({
  receipt: ` · its own time (${event.deviceTimeText}) lies too far in the future, so the time of receipt stands in`,
  corrected: ` · the device's clock showed ${event.deviceTimeText}; corrected by what the SDK knew of it`,
}[event.timeSource] ?? "");

function inside(event) {
  return h("div", { class: "inside" },
    h("p", { class: "quiet" }, `${event.type} · happened ${event.timeText} · received ${event.receivedText}`,
      timeNote(event)),
    event.properties.length ? h("div", { class: "scroll" }, h("table", null, h("tbody", null, event.properties.map((property) =>
      h("tr", null, h("td", null, property.name), h("td", { class: "left quiet" }, property.type),
        h("td", { class: "left wrap" }, property.value)))))) : null,
    h("pre", null, event.json));
}

const fold = (event, ...parts) => {
  const details = h("details", null, h("summary", null, parts));
  // The inside of hundreds of events is built when it is opened.
  details.addEventListener("toggle", () => details.open && details.childElementCount === 1 && details.append(inside(event)));
  return details;
};

export function liveRow(context, event) {
  const link = `#users?${new URLSearchParams({ project: context.project, user: event.user })}`;
  return h("li", { "data-cursor": event.cursor, "data-event": event.event, "data-user": event.user }, fold(event,
    h("b", null, event.event), h("span", { class: "quiet" }, moment(event.timeText)),
    h("a", { href: link, class: "extra" }, event.user), h("span", { class: "quiet extra" }, summary(event))));
}

export function timelineRows(events) {
  let day = "";
  return events.flatMap((event) => {
    const row = h("li", { "data-cursor": event.cursor, "data-event": event.event }, fold(event,
      h("span", { class: "quiet" }, clock(event.timeText)), h("b", null, event.event),
      h("span", { class: "quiet extra" }, summary(event))));
    if (date(event.timeText) === day) return [row];
    day = date(event.timeText);
    return [h("li", { class: "day" }, day), row];
  });
}
