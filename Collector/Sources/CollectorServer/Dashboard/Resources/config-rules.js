import { h } from "./dom.js";

const flags = [["onlyWifi", "Wi-Fi only"], ["isRealtime", "At once"], ["isUploadPayload", "With payload"]];

function row(editor, rules, index) {
  const rule = rules[index];
  const path = `namespaces.${editor.namespace}.monitorList[${index}]`;
  const isObject = rule !== null && typeof rule === "object" && !Array.isArray(rule);
  const remove = h("button", { type: "button", class: "plain", "aria-label": `Remove ${rule?.type || "this type"}`, onclick: () => {
    rules.splice(index, 1);
    editor.changed();
    editor.rebuild();
  } }, "Remove");
  const cells = isObject ? [
    h("td", null, h("input", { type: "text", value: rule.type ?? "", "aria-label": "Type", placeholder: "type", spellcheck: "false",
      autocomplete: "off", oninput: (event) => {
        rule.type = event.target.value.trim();
        editor.changed();
      } })),
    flags.map(([name, title]) => h("td", null, h("input", { type: "checkbox", checked: rule[name] === true, "aria-label": title,
      onchange: (event) => {
        rule[name] = event.target.checked;
        editor.changed();
      } }))),
  ] : h("td", { colspan: 4, class: "left" }, h("code", null, JSON.stringify(rule)));
  return [h("tr", { "data-rule": rule?.type ?? "" }, cells, h("td", null, remove)),
    h("tr", { class: "said" }, h("td", { colspan: 5 }, editor.place(path)))];
}

// The types that are recorded; without a list, what is built in decides.
export function rules(editor) {
  const list = editor.settings().monitorList;
  const standard = editor.saved.fields.find((field) => field.name === "monitorList")
    .defaults[editor.namespace === "tracker" ? "tracker" : "channel"];
  const said = editor.place(`namespaces.${editor.namespace}.monitorList`);
  const put = (value) => {
    editor.put("monitorList", value);
    editor.rebuild();
  };
  if (!Array.isArray(list)) {
    const text = standard ? `Not set: the app's own list holds, built in as ${standard.map((rule) => rule.type).join(", ")}.`
      : "Not set: every type is recorded, unless the app has a list of its own.";
    return [h("p", { class: "quiet" }, text), said, h("p", null,
      h("button", { type: "button", onclick: () => put((standard ?? []).map((rule) => ({ ...rule }))) }, "Set a list"))];
  }
  return [
    h("p", { class: "quiet" }, "Only these types are recorded.", list.length ? null : " The list is empty: nothing is recorded."),
    said,
    h("div", { class: "scroll" }, h("table", { class: "rules" },
      h("thead", null, h("tr", null, h("th", null, "Type"), flags.map(([, title]) => h("th", null, title)), h("th", null))),
      h("tbody", null, list.map((_, index) => row(editor, list, index))))),
    h("p", { class: "buttons" },
      h("button", { type: "button", "data-add-rule": true, onclick: () => {
        list.push({ type: "", onlyWifi: false, isRealtime: false, isUploadPayload: false });
        editor.changed();
        editor.rebuild();
        editor.focus("table.rules tr:nth-last-child(2) input");
      } }, "Add a type"),
      h("button", { type: "button", class: "plain", onclick: () => put(undefined) }, "Remove the list")),
  ];
}
