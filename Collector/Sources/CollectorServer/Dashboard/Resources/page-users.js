import { field, textInput } from "./controls.js";
import { card, empty, h, heading } from "./dom.js";
import { timelineRows } from "./events.js";
import { moment, number } from "./format.js";

export const title = "Users";

function search(context, value) {
  return h("form", { class: "card controls", onsubmit: (event) => event.preventDefault() },
    field("Find by the beginning of any identifier", textInput(value, "login id, anonymous id …",
      (q) => context.set({ q, user: "" })), true));
}

async function list(context) {
  const q = context.get("q");
  const answer = await context.ask("users", { q, limit: 100 });
  const several = answer.users.some((user) => user.identifiers.length > 1);
  return [
    heading("Users", "One line per person: all identifiers that are known to be theirs, joined."),
    search(context, q),
    answer.users.length ? card(q ? `Beginning with “${q}”` : "Heard of last", h("div", { class: "scroll" }, h("table", null,
      h("thead", null, h("tr", null, h("th", null, "Person"), several ? h("th", { class: "left" }, "Other identifiers") : null, h("th", null, "Last event"))),
      h("tbody", null, answer.users.map((user) => h("tr", { "data-user": user.id },
        h("td", { class: "wrap" }, h("a", { href: `#users?${new URLSearchParams({ project: context.project, user: user.id })}` }, user.id)),
        several && h("td", { class: "left wrap quiet" }, user.identifiers.slice(1).join(" · ")),
        h("td", null, moment(user.lastSeenText))))))))
      : empty("Nobody found", h("p", null, "Identifiers are compared from their beginning, letter by letter. Try fewer letters.")),
  ];
}

async function timeline(context, user) {
  const answer = await context.ask("timeline", { user, limit: 200, from: context.get("from"), to: context.get("to") });
  const rows = h("ul", { class: "events timeline", "data-shown": answer.events.length }, timelineRows(answer.events));
  let next = answer.next;
  const more = next ? h("button", { type: "button", class: "more", onclick: async () => {
    const page = await context.ask("timeline", { user, limit: 200, before: next });
    next = page.next;
    rows.append(...timelineRows(page.events));
    if (!next) more.remove();
  } }, "Older events") : null;
  return [
    heading(answer.identifiers[0] ?? user, "Everything this person did, newest first."),
    search(context, ""),
    card("Who", h("div", { class: "ids" }, answer.identifiers.map((text) => h("span", { class: "tag", "data-identifier": text }, text))),
      answer.profile.length ? h("div", { class: "scroll" }, h("table", null, h("tbody", null, answer.profile.map((property) => h("tr", null,
        h("td", null, property.name), h("td", { class: "left quiet" }, property.type), h("td", { class: "left wrap" }, property.value))))))
        : h("p", { class: "quiet" }, "No profile has been sent.")),
    answer.events.length ? card(`Events${answer.next ? "" : `: ${number(answer.events.length)}`}`, rows, more)
      : empty("No events", h("p", null, "This person has identifiers but no events.")),
  ];
}

export async function render(context) {
  const user = context.get("user");
  return user ? timeline(context, user) : list(context);
}
