import { h } from "./dom.js";
import { number } from "./format.js";

const titles = {
  isGather: ["Collect", "Off: nothing is recorded at all."],
  isUpload: ["Upload", "Off: records are kept and wait."],
  isUpdateClear: ["Clear on update", "A new version of the app deletes what an older one recorded."],
  periodicTimerSecond: ["Upload interval", "Seconds between two uploads."],
  flushBulkSize: ["Upload at", "So many waiting records start an upload."],
  maxItem: ["Records per upload", "The most records of one request."],
  maxBodyMByte: ["Size of an upload", "The most megabytes of one request."],
  maxFlowMByte: ["Daily cellular limit", "The most megabytes a day outside of Wi-Fi."],
  expirationDay: ["Kept for", "Days a record waits on the device."],
  url: ["Address", "The collector that records go to."],
  encryption: ["Encryption", "What records are encrypted with on their way."],
};
const order = Object.keys(titles);

const flagText = (value) => (value ? "on" : "off");

function standard(field, settings, isTracker) {
  const value = field.defaults[isTracker ? "tracker" : "channel"];
  if (value === null) return "as built into the app";
  return field.kind === "flag" ? flagText(value) : number(value);
}

// Digits become a number; anything else stays text, so that the check can say what is wrong with it.
const read = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

function flag(editor, field, fallback) {
  const value = editor.settings()[field.name];
  const shown = value === undefined ? "" : String(value);
  const options = [["", `not set (${fallback})`], ["true", "on"], ["false", "off"]];
  // A value that is neither is shown as it is, until another is chosen.
  if (!options.some(([key]) => key === shown)) options.push([shown, shown]);
  return h("select", { value: shown, onchange: (event) => {
    const next = event.target.value;
    editor.put(field.name, next === "" ? undefined : next === "true" ? true : next === "false" ? false : value);
  } }, options.map(([key, title]) => h("option", { value: key }, title)));
}

function input(editor, field, fallback) {
  const value = editor.settings()[field.name];
  const shown = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return h("input", { type: "text", value: shown, placeholder: fallback, spellcheck: "false", autocomplete: "off",
    inputmode: field.kind === "number" ? "decimal" : "url", oninput: (event) => {
      const text = event.target.value.trim();
      editor.put(field.name, text === "" ? undefined : field.kind === "number" ? read(text) : text);
    } });
}

function encryption(editor, field, fallback) {
  const value = editor.settings().encryption;
  const choices = [["", `not set (${fallback})`, undefined], ["none", "none", { kind: "none" }],
    ...editor.saved.openingKeys.map((key) => [`sealed ${key.id}`, `sealed to the key ${key.id}`,
      { kind: "sealed", id: key.id, publicKey: key.publicKey }])];
  const same = (other) => JSON.stringify(other) === JSON.stringify(value);
  if (!choices.some(([, , other]) => same(other))) {
    const name = value?.kind ? [value.kind, value.id].filter(Boolean).join(" ") : "something else";
    choices.push(["kept", `as it is: ${name}`, value]);
  }
  return h("select", { value: choices.find(([, , other]) => same(other))[0], onchange: (event) =>
    editor.put("encryption", choices.find(([key]) => key === event.target.value)[2]) },
  choices.map(([key, title]) => h("option", { value: key }, title)));
}

const controls = { flag, number: input, text: input, encryption };

// A row for each setting but the list of types.
export function fields(editor) {
  const isTracker = editor.namespace === "tracker";
  const known = editor.saved.fields.filter((field) => controls[field.kind])
    .sort((left, right) => order.indexOf(left.name) - order.indexOf(right.name));
  return h("div", { class: "settings" }, known.map((field) => {
    const fallback = standard(field, editor.settings(), isTracker);
    const [title, hint] = titles[field.name] ?? [field.name, ""];
    const range = field.kind === "number" ? `${number(field.minimum)} to ${number(field.maximum)}` : null;
    const signed = field.isProtected ? "devices take it from a signed configuration only" : null;
    return h("label", { class: "setting", "data-field": field.name },
      h("span", { class: "what" }, h("b", null, title), h("code", null, field.name), h("small", null, hint)),
      h("span", { class: "value" }, controls[field.kind](editor, field, fallback),
        h("small", { class: "bounds" }, [range, range ? `default: ${fallback}` : null, signed].filter(Boolean).join(" · ") || null),
        editor.place(`namespaces.${editor.namespace}.${field.name}`)));
  }));
}
