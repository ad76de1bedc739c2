import { get } from "./api.js";
import { card, empty, h } from "./dom.js";
import * as config from "./page-config.js";
import * as funnel from "./page-funnel.js";
import * as live from "./page-live.js";
import * as overview from "./page-overview.js";
import * as rejects from "./page-rejects.js";
import * as retention from "./page-retention.js";
import * as trend from "./page-trend.js";
import * as users from "./page-users.js";

const pages = { overview, live, trend, funnel, retention, users, rejects, config };
const main = document.getElementById("page");
let turn = 0;
let leave = () => {};

// The address keeps page and question, so that a link shows what its sender saw.
function address() {
  const [page, query] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { page: pages[page] ? page : "overview", parameters: new URLSearchParams(query ?? "") };
}

function go(page, parameters) {
  const text = parameters.toString();
  location.hash = `${page}${text ? `?${text}` : ""}`;
}

// Days that were chosen stay chosen on the next page that has days to choose.
function pageAddress(name, project, parameters) {
  const next = new URLSearchParams({ project });
  const kept = ["overview", "trend", "funnel", "retention"].includes(name) ? ["from", "to"] : [];
  for (const key of kept) if (parameters.get(key)) next.set(key, parameters.get(key));
  return `#${name}?${next}`;
}

function navigation(current, project, parameters) {
  document.getElementById("nav").replaceChildren(...Object.entries(pages).map(([name, page]) =>
    h("a", { href: pageAddress(name, project, parameters), "aria-current": name === current ? "page" : null }, page.title)));
  // On a phone the pages lie in a strip.
  const strip = document.getElementById("nav");
  const link = strip.querySelector("[aria-current]");
  if (link) strip.scrollLeft = link.offsetLeft - strip.clientWidth / 2 + link.clientWidth / 2;
}

function projectPicker(projects, project, page) {
  const picker = document.getElementById("project");
  picker.replaceChildren(...projects.map((name) => h("option", { value: name }, name)));
  picker.value = project;
  picker.onchange = () => go(page, new URLSearchParams({ project: picker.value }));
}

function nothingYet() {
  return empty("No events yet",
    h("p", null, "This collector has not received anything. Point an app at it, replay a file with “spoor replay”, or send an ",
      "event by hand; then reload this page."),
    h("pre", null, `curl '${location.origin}/v1/events?project=default' \\\n  -H 'Content-Type: application/json' \\\n`
      + "  -d '[{\"type\":\"track\",\"event\":\"hello\",\"distinct_id\":\"me\",\"time\":" + Date.now() + ",\"properties\":{}}]'"));
}

function failure(error) {
  const where = error.parameter ? ` (parameter “${error.parameter}”)` : "";
  return card("This could not be shown", h("p", { class: "note failure", "data-failure": true }, error.message + where),
    h("p", { class: "quiet" }, "Go back in the browser to return to the last question."));
}

async function context(page, parameters, mine) {
  const { projects } = await get("projects");
  const project = parameters.get("project") || (projects.includes("default") ? "default" : projects[0] ?? "default");
  if (mine === turn) {
    projectPicker(projects.includes(project) || !projects.length ? projects : [...projects, project], project, page);
    navigation(page, project, parameters);
  }
  if (!projects.length) return null;
  const [info, names] = await Promise.all([get("info", { project }), get("names", { project })]);
  document.getElementById("zone").textContent = `Days of ${info.timeZone}`;
  return {
    project, info, names: names.names,
    get: (key) => parameters.get(key) || undefined,
    all: (key) => parameters.getAll(key).filter(Boolean),
    ask: (path, own = {}) => get(path, { project, ...own }),
    isCurrent: () => mine === turn,
    set(changes, target = page) {
      const next = new URLSearchParams(target === page ? parameters : {});
      next.set("project", project);
      for (const [key, value] of Object.entries(changes)) {
        next.delete(key);
        for (const item of Array.isArray(value) ? value : [value]) if (item) next.append(key, item);
      }
      go(target, next);
    },
  };
}

async function show() {
  const mine = ++turn;
  leave();
  leave = () => {};
  const { page, parameters } = address();
  document.body.classList.add("busy");
  document.body.removeAttribute("data-ready");
  document.title = `${pages[page].title} · Spoor`;
  let content;
  try {
    const ready = await context(page, parameters, mine);
    content = ready ? await pages[page].render(ready) : nothingYet();
  } catch (error) {
    content = failure(error);
  }
  if (mine !== turn) return;
  const { nodes, onleave } = content.nodes ? content : { nodes: [content].flat(Infinity) };
  leave = onleave ?? leave;
  main.replaceChildren(...nodes.flat(Infinity).filter(Boolean));
  document.body.classList.remove("busy");
  document.body.dataset.ready = page;
}

addEventListener("hashchange", show);
show();
