const whole = new Intl.NumberFormat("en-US");

export const number = (value) => (value === null || value === undefined ? "–" : whole.format(value));

export function percent(share) {
  if (share === null || share === undefined || Number.isNaN(share)) return "–";
  return `${(share * 100).toFixed(1)} %`;
}

// A length of time in the two largest units that tell something.
export function duration(milliseconds) {
  if (milliseconds === null || milliseconds === undefined) return "–";
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const units = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
  const index = units.findIndex(([, size]) => seconds >= size);
  const [unit, size] = units[index];
  const count = Math.floor(seconds / size);
  const next = units[index + 1];
  const rest = next ? Math.floor((seconds - count * size) / next[1]) : 0;
  return rest ? `${count} ${unit} ${rest} ${next[0]}` : `${count} ${unit}`;
}

// Server texts look like 2026-03-10T14:30:05.123+09:00, already in the project's zone.
export const date = (text) => text?.slice(0, 10) ?? "–";
export const clock = (text) => text?.slice(11, 23) ?? "–";
export const moment = (text) => (text ? `${text.slice(0, 10)} ${text.slice(11, 19)}` : "–");

export function groupTitle(series) {
  const group = series.group;
  if (!group) return series.event;
  if (group.type === "rest") return `other (${number(group.values)} values)`;
  if (group.type === "absent") return "(not set)";
  return group.type === "string" ? group.value || "(empty text)" : `${group.value} · ${group.type}`;
}
