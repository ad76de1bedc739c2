export class APIError extends Error {
  constructor(message, status, parameter) {
    super(message);
    this.status = status;
    this.parameter = parameter;
  }
}

// Asks the collector; parameters without a value are left out, lists are repeated.
export async function get(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== "") query.append(key, item);
    }
  }
  const text = query.toString();
  let response;
  try {
    response = await fetch(`/api/v1/${path}${text ? `?${text}` : ""}`, { headers: { Accept: "application/json" } });
  } catch {
    throw new APIError("The collector does not answer. Is it running?", 0);
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new APIError(body.error ?? `The collector answered ${response.status}.`, response.status, body.parameter);
  return body;
}
