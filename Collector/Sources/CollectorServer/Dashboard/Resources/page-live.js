import { eventSelect, field, textInput } from "./controls.js";
import { card, empty, h, heading } from "./dom.js";
import { liveRow } from "./events.js";

export const title = "Live events";

const shown = 300;
const pause = 3000;

export async function render(context) {
  const question = { event: context.get("event"), user: context.get("user"), text: context.get("text") };
  const answer = await context.ask("events", { ...question, limit: 100 });
  const list = h("ul", { class: "events" }, answer.events.map((event) => liveRow(context, event)));
  let newest = answer.events[0]?.cursor;
  let isPaused = false;
  const button = h("button", { type: "button", "aria-pressed": "false", onclick: () => {
    isPaused = !isPaused;
    button.setAttribute("aria-pressed", String(isPaused));
    button.textContent = isPaused ? "Paused" : "Pause";
  } }, "Pause");
  const timer = setInterval(async () => {
    if (isPaused || document.hidden || !context.isCurrent()) return;
    const next = await context.ask("events", { ...question, limit: 200, after: newest }).catch(() => null);
    if (!next?.events.length || !context.isCurrent()) return;
    newest = next.events[0].cursor;
    list.prepend(...next.events.map((event) => liveRow(context, event)));
    while (list.childElementCount > shown) list.lastElementChild.remove();
  }, pause);
  const more = answer.next ? h("button", { type: "button", class: "more", onclick: async () => {
    const page = await context.ask("events", { ...question, limit: 100, before: list.lastElementChild.dataset.cursor });
    list.append(...page.events.map((event) => liveRow(context, event)));
    if (!page.next) more.remove();
  } }, "Older events") : null;
  const nodes = [
    heading("Live events", "What arrived last, newest first, of the last thousand. Open an event to see all of it."),
    h("form", { class: "card controls", onsubmit: (event) => event.preventDefault() },
      field("Event", eventSelect(context, question.event, (value) => context.set({ event: value === "*" ? "" : value }), "all events")),
      field("Person", textInput(question.user, "any identifier", (user) => context.set({ user }))),
      field("Text", textInput(question.text, "anywhere in the event", (text) => context.set({ text })), true), button),
    answer.events.length ? card(null, list, more)
      : empty("Nothing matches", h("p", null, "No event of the last thousand fits. Clear the fields above, or send an event."), list),
  ];
  return { nodes, onleave: () => clearInterval(timer) };
}
