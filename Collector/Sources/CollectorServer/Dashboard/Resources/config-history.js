import { card, h } from "./dom.js";

const signs = { "+": "added", "-": "removed", "~": "changed" };

export const difference = (changes) => (changes?.length
  ? h("ul", { class: "difference" }, changes.map((change) => h("li", { class: signs[change.text[0]], "data-change": change.path }, change.text)))
  : h("p", { class: "quiet" }, changes ? "No difference." : "What was before cannot be read."));

function entry(editor, item, isNewest) {
  const head = [h("b", null, `Revision ${item.revision}`), h("span", { class: "quiet" }, item.timeText ?? ""),
    h("span", { class: "quiet extra" }, item.problem ?? [item.author, item.comment].filter(Boolean).join(": "))];
  const back = isNewest ? h("p", { class: "quiet" }, "This one holds.")
    : h("p", null, h("button", { type: "button", "data-undo": item.revision, onclick: () => editor.undo(item.revision) },
      "Go back to this one"));
  return h("li", { "data-revision": item.revision }, h("details", { open: isNewest }, h("summary", null, head),
    h("div", { class: "inside" }, item.problem ? null : [difference(item.changes), back])));
}

// What was saved, newest first.
export function history(editor, answer) {
  if (!answer.history.length) return card("History", h("p", { class: "quiet" }, "Nothing was saved yet."));
  const list = h("ul", { class: "events revisions" }, answer.history.map((item) => entry(editor, item, item.revision === editor.saved.newest)));
  const more = answer.next ? h("button", { type: "button", onclick: async () => {
    const next = await editor.history(answer.next);
    list.append(...next.history.map((item) => entry(editor, item, false)));
    answer = next;
    if (!next.next) more.remove();
  } }, "Older") : null;
  return card("History", list, more ? h("p", { class: "more" }, more) : null);
}
