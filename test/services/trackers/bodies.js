import { refused } from "./access.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 */

/** The body of a POST, or why it is refused. @param {Request} request @param {string} title @returns {{ fields: unknown } | { refusal: Answer }} */
export function parsed(request, title) {
  const allow = "OPTIONS, POST";
  const [type = ""] = (request.headers["content-type"] ?? "application/json").split(";");
  const text = request.body.toString("utf8");
  if (type.trim() === "application/x-www-form-urlencoded")
    return { fields: Object.fromEntries(new URLSearchParams(text)) };
  if (type.trim() !== "application/json") {
    const detail = `Unsupported media type "${type}" in request.`;
    return { refusal: refused(request, { status: 415, value: { detail }, allow, title }) };
  }
  try {
    return { fields: text === "" ? {} : JSON.parse(text) };
  } catch (error) {
    const place = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
    const lines = text.slice(0, place).split("\n");
    const where = `line ${lines.length} column ${(lines.at(-1)?.length ?? 0) + 1} (char ${place})`;
    const detail = `JSON parse error - Expecting value: ${where}`;
    return { refusal: refused(request, { status: 400, value: { detail }, allow, title }) };
  }
}
