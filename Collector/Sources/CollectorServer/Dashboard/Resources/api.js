export class APIError extends Error {
  constructor(message, status, parameter) {
    super(message);
    this.status = status;
    this.parameter = parameter;
  }
}

async function answer(path, options, parse) {
  let response;
  try {
    response = await fetch(`/api/v1/${path}`, { ...options, headers: { Accept: "application/json", ...options.headers } });
  } catch {
    throw new APIError("The collector does not answer. Is it running?", 0);
  }
  let body = {};
  try { body = parse(await response.text()); } catch { /* what is no JSON is told by its status */ }
  return { response, body };
}

// Asks the collector; parameters without a value are left out, lists are repeated.
export async function get(path, parameters = {}, parse = JSON.parse) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== "") query.append(key, item);
    }
  }
  const text = query.toString();
  const { response, body } = await answer(`${path}${text ? `?${text}` : ""}`, {}, parse);
  if (!response.ok) throw new APIError(body.error ?? `The collector answered ${response.status}.`, response.status, body.parameter);
  return body;
}

// Asks for a change, or has something checked; gives the status too, since a refusal says more than its sentence.
export async function send(method, path, text, parse = JSON.parse) {
  const options = { method, body: text, headers: { "Content-Type": "application/json" } };
  const { response, body } = await answer(path, options, parse);
  return { status: response.status, body };
}
