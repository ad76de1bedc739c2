import { get, send } from "./api.js";
import { fields } from "./config-fields.js";
import { history } from "./config-history.js";
import { rules } from "./config-rules.js";
import { field, select } from "./controls.js";
import { card, h, heading } from "./dom.js";

export const title = "Configuration";

// What was begun and not saved, by project: another page may be looked at meanwhile.
const drafts = new Map();

// Numbers that JavaScript cannot hold stay the digits they are.
const parse = (text) => JSON.parse(text, (_, value, context) => (typeof value === "number" && context?.source && JSON.rawJSON
  && String(value) !== context.source && (!Number.isSafeInteger(value) || !/^-?\d+(\.0+)?$/.test(context.source))
  ? JSON.rawJSON(context.source) : value));

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

const pretty = (document) => JSON.stringify(document, null, 2);

// What a person edits: project and revision are the collector's.
function bare(document) {
  const { project, revision, ...rest } = document;
  return rest;
}

class Editor {
  constructor(context, saved, older) {
    this.context = context;
    this.path = `config/${encodeURIComponent(context.project)}`;
    this.saved = saved;
    this.older = older;
    this.original = pretty(bare(saved.document));
    const draft = drafts.get(context.project);
    this.base = draft?.base ?? saved.newest;
    this.text = draft?.text ?? this.original;
    this.document = this.parsed(this.text);
    this.namespace = context.get("namespace") ?? this.names()[0];
    this.faults = [];
    this.warnings = saved.warnings;
    this.isValid = true;
    this.turn = 0;
  }

  parsed(text) {
    try {
      const value = parse(text);
      return isObject(value) ? value : null;
    } catch {
      return null;
    }
  }

  names() {
    const own = isObject(this.document?.namespaces) ? Object.keys(this.document.namespaces) : [];
    return [...new Set([...own, "tracker", "prism"])];
  }

  settings() {
    const settings = this.document?.namespaces?.[this.namespace];
    return isObject(settings) ? settings : {};
  }

  get isChanged() { return this.text !== this.original; }

  put(name, value) {
    if (!this.document) return;
    if (!isObject(this.document.namespaces)) this.document.namespaces = {};
    const settings = { ...this.settings() };
    if (value === undefined) delete settings[name];
    else settings[name] = value;
    this.document.namespaces[this.namespace] = settings;
    this.changed();
  }

  // Something in the form is another now.
  changed() {
    this.text = pretty(this.document);
    this.raw.value = this.text;
    this.checkSoon();
  }

  checkSoon() {
    if (this.isChanged) drafts.set(this.context.project, { base: this.base, text: this.text });
    else drafts.delete(this.context.project);
    this.isValid = false;
    this.form.setAttribute("aria-busy", "true");
    this.tell();
    // What is asked already is about an older text.
    this.turn += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), 200);
  }

  async check() {
    const mine = ++this.turn;
    let answer;
    try {
      answer = await send("POST", `${this.path}/check`, this.text);
    } catch (error) {
      answer = { body: { isValid: false, warnings: [], faults: [{ path: "", sentence: error.message }] } };
    }
    if (mine !== this.turn) return;
    this.faults = answer.body.faults ?? [{ path: "", sentence: answer.body.error ?? "The collector could not check it." }];
    this.warnings = answer.body.warnings ?? [];
    this.isValid = answer.body.isValid === true;
    this.form.removeAttribute("aria-busy");
    this.tell();
  }

  // Where remarks about a place are shown.
  place(path) { return h("span", { class: "remarks", "data-path": path, role: "status" }); }

  // Puts each remark beside what it is about; what has no place here goes to the end.
  tell() {
    const places = [...this.form.querySelectorAll("[data-path]")];
    for (const place of places) place.replaceChildren();
    const rest = [];
    const show = (remark, kind) => {
      const fitting = places.filter(({ dataset: { path } }) => remark.path === path || remark.path.startsWith(`${path}.`)
        || remark.path.startsWith(`${path}[`)).sort((left, right) => right.dataset.path.length - left.dataset.path.length);
      const inner = fitting[0] ? remark.path.slice(fitting[0].dataset.path.length).replace(/^\./, "") : "";
      if (fitting[0]) fitting[0].append(h("span", { class: `remark ${kind}`, "data-remark": remark.path }, inner ? h("b", null, `${inner}: `) : null, remark.sentence));
      else rest.push(h("p", { class: `remark ${kind}`, "data-remark": remark.path }, remark.path ? h("b", null, `${remark.path}: `) : null, remark.sentence));
    };
    for (const fault of this.faults) show(fault, "fault");
    for (const warning of this.warnings) show(warning, "warning");
    this.rest.replaceChildren(...rest);
    for (const part of this.form.querySelectorAll(".setting, tr")) {
      part.classList.toggle("wrong", part.querySelector(".remark.fault") !== null);
    }
    // What is damaged is replaced by the one before as well; by nothing only where somebody has written it.
    const isMended = Boolean(this.saved.problem) && this.saved.revision > 0;
    this.button.disabled = !this.isValid || !(this.isChanged || isMended) || this.isSaving === true;
    this.discard.hidden = !this.isChanged;
    const count = this.faults.length;
    this.state.textContent = count ? `${count} ${count === 1 ? "thing" : "things"} to correct`
      : !this.isChanged ? `Revision ${this.saved.newest} ${this.saved.problem ? "is damaged" : "holds"}` : this.isValid ? "Ready to save" : "Checking…";
    this.state.classList.toggle("bad", count > 0 || (!this.isChanged && Boolean(this.saved.problem)));
  }

  focus(selector) { this.form.querySelector(selector)?.focus(); }

  async save() {
    const comment = this.comment.value.trim();
    localStorage.setItem("spoor-author", this.author.value.trim());
    const head = JSON.stringify({ base: this.base, author: this.author.value.trim(), comment });
    // The text goes as it is written: what was checked is what is saved.
    await this.change("PUT", this.path, `${head.slice(0, -1)},"document":${this.text}}`);
  }

  async undo(revision) {
    if (this.isChanged) return this.complain("Save or discard your changes first, then go back.");
    const order = { base: this.saved.newest, revision, author: this.author.value.trim(), comment: this.comment.value.trim() };
    await this.change("POST", `${this.path}/undo`, JSON.stringify(order));
  }

  async change(method, path, text) {
    this.isSaving = true;
    this.tell();
    let answer;
    try {
      answer = await send(method, path, text);
    } catch (error) {
      answer = { status: 0, body: { error: error.message } };
    }
    this.isSaving = false;
    if (!this.context.isCurrent()) return;
    if (answer.status === 200) {
      drafts.delete(this.context.project);
      return this.reload();
    }
    this.tell();
    const newer = answer.status === 409 && answer.body.revision;
    this.complain(answer.body.error ?? `The collector answered ${answer.status}.`, newer ? [
      h("button", { type: "button", onclick: () => this.drop() }, `Show revision ${newer}`),
      h("button", { type: "button", class: "plain", onclick: () => {
        this.base = newer;
        drafts.set(this.context.project, { base: newer, text: this.text });
        this.save();
      } }, "Save mine over it")] : []);
  }

  complain(sentence, buttons = []) {
    this.complaint.replaceChildren(h("p", { class: "note failure", "data-complaint": true }, sentence),
      buttons.length ? h("p", { class: "buttons" }, buttons) : "");
  }

  drop() {
    drafts.delete(this.context.project);
    this.reload();
  }

  // The whole page anew, at the same place.
  reload() { dispatchEvent(new HashChangeEvent("hashchange")); }

  history(before) { return get(`${this.path}/history`, { limit: 20, before }, parse); }

  rawEdited() {
    this.text = this.raw.value;
    const document = this.parsed(this.text);
    if (document) {
      this.document = document;
      this.text = pretty(document) === this.original ? this.original : this.text;
      this.rebuild();
    }
    this.checkSoon();
  }

  chooser() {
    const names = this.names();
    if (!names.includes(this.namespace)) names.push(this.namespace);
    const isNamed = isObject(this.document?.namespaces) && this.namespace in this.document.namespaces;
    const open = (name) => {
      this.namespace = name;
      const hash = new URLSearchParams({ project: this.context.project, namespace: name });
      window.history.replaceState(null, "", `#config?${hash}`);
      this.rebuild();
      this.tell();
    };
    const added = h("input", { type: "text", placeholder: "another one", "aria-label": "Name of another namespace", spellcheck: "false",
      autocomplete: "off", onkeydown: (event) => {
        if (event.key === "Enter" && added.value.trim()) open(added.value.trim());
      } });
    return h("div", { class: "controls" },
      field("Namespace", select(this.namespace, names.map((name) => [name, name]), open)),
      field("Add", added),
      h("button", { type: "button", onclick: () => added.value.trim() && open(added.value.trim()) }, "Add"),
      isNamed ? h("button", { type: "button", class: "plain", onclick: () => {
        delete this.document.namespaces[this.namespace];
        this.changed();
        this.rebuild();
        this.tell();
      } }, "Remove this namespace") : null);
  }

  rebuild() {
    this.inside.replaceChildren(this.chooser(), this.place(`namespaces.${this.namespace}`), fields(this));
    this.types.replaceChildren(h("h2", null, "Types"), ...[rules(this)].flat());
    this.tell();
  }

  nodes() {
    this.inside = h("section", { class: "card" });
    this.types = h("section", { class: "card" });
    this.raw = h("textarea", { rows: 16, spellcheck: "false", "aria-label": "The configuration as JSON", oninput: () => this.rawEdited() });
    this.raw.value = this.text;
    this.rest = h("div", { class: "rest", role: "status" });
    this.complaint = h("div", { role: "alert" });
    this.state = h("span", { class: "tag", "data-state": true });
    this.button = h("button", { type: "button", class: "primary", "data-save": true, onclick: () => this.save() }, "Save");
    this.discard = h("button", { type: "button", class: "plain", onclick: () => this.drop() }, "Discard");
    this.comment = h("input", { type: "text", placeholder: "why, for the history", autocomplete: "off", maxlength: 500 });
    this.author = h("input", { type: "text", placeholder: "who", autocomplete: "name", maxlength: 100,
      value: localStorage.getItem("spoor-author") ?? "" });
    this.form = h("form", { class: "configuration", onsubmit: (event) => event.preventDefault() },
      this.inside, this.types,
      card(null, h("details", null, h("summary", null, h("b", null, "JSON"), h("span", { class: "quiet" }, " the whole configuration; what is edited here is edited above as well")),
        this.raw)),
      h("section", { class: "card savebar" }, this.rest, this.complaint,
        h("div", { class: "controls" }, field("Comment", this.comment, true), field("Author", this.author), this.state,
          h("span", { class: "buttons" }, this.discard, this.button))));
    this.rebuild();
    return [this.form, history(this, this.older)];
  }
}

export async function render(context) {
  const path = `config/${encodeURIComponent(context.project)}`;
  const [saved, older] = await Promise.all([get(path, {}, parse), get(`${path}/history`, { limit: 20 }, parse)]);
  const editor = new Editor(context, saved, older);
  const signing = saved.signingKey
    ? `Signed by the key ${saved.signingKey.id}.`
    : "Not signed: devices ignore addresses and encryption in it until there is a signing key (spoor keys create --kind signing).";
  const nodes = [
    heading(title, `What apps of this project do while they run; they ask for it by themselves. ${signing}`),
    saved.problem ? h("p", { class: "note failure", role: "alert", "data-problem": true }, `${saved.problem} `, saved.revision
      ? `Below is revision ${saved.revision}, the last that can be read.` : "None can be read: below is an empty one.") : null,
    editor.nodes(),
  ];
  await editor.check();
  const warn = (event) => { if (editor.isChanged) event.preventDefault(); };
  addEventListener("beforeunload", warn);
  return { nodes, onleave: () => {
    clearTimeout(editor.timer);
    removeEventListener("beforeunload", warn);
  } };
}
