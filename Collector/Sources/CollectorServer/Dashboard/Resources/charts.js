import { h } from "./dom.js";

let loading;

// plotly.js is large: it is fetched when the first chart is drawn, and then stays in the browser's cache.
function plotly() {
  loading ??= new Promise((resolve) => {
    const script = h("script", { src: "/dashboard/plotly.min.js" });
    script.addEventListener("load", () => resolve(window.Plotly ?? null));
    script.addEventListener("error", () => resolve(null));
    document.head.append(script);
  });
  return loading;
}

const variable = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export const colours = () => variable("--series").split(",").map((colour) => colour.trim());

function layout(extra, width) {
  const axis = { gridcolor: variable("--line"), zerolinecolor: variable("--line"), automargin: true, fixedrange: true };
  return {
    width, font: { family: "system-ui, Noto Sans, DejaVu Sans, sans-serif", size: 12, color: variable("--muted") },
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", margin: { l: 44, r: 12, t: 8, b: 36 },
    hovermode: "x unified", showlegend: extra.showlegend ?? false, legend: { orientation: "h", y: -0.2 },
    hoverlabel: { bgcolor: variable("--surface"), bordercolor: variable("--line"), font: { color: variable("--ink") } },
    barmode: "stack", bargap: 0.25,
    xaxis: { ...axis, type: "category", nticks: Math.max(2, Math.floor(width / 120)), tickangle: 0, showgrid: false, ...extra.xaxis },
    yaxis: { ...axis, rangemode: "tozero", ...extra.yaxis },
  };
}

// A chart, or a note that says how to get charts; the numbers are in the page's tables either way.
export function chart(traces, extra = {}) {
  const box = h("div", { class: "chart", role: "img", "aria-label": extra.label ?? "Chart" });
  plotly().then((library) => {
    if (!library) {
      box.replaceWith(h("p", { class: "note", "data-charts": "missing" },
        "Charts need plotly.js, which is not here. Run “make setup”, which takes it from the PyPI package plotly, and start the ",
        "collector again. All numbers are in the tables."));
      return;
    }
    const draw = () => {
      const palette = colours();
      const coloured = traces.map((trace, index) => {
        const colour = palette[(trace.colour ?? index) % palette.length];
        return { ...trace, line: { color: colour, width: 2, ...trace.line }, marker: { color: colour, size: 5 } };
      });
      library.react(box, coloured, layout(extra, box.clientWidth), { displayModeBar: false });
    };
    // The page may be put together before it is shown, or on a screen that turns: draw for the width there is.
    new ResizeObserver(() => box.clientWidth > 0 && draw()).observe(box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => box.isConnected && draw());
  });
  return box;
}
