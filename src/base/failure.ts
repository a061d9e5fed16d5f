// Classifies failed responses and network errors by their cause, and by whether anything was written.
import { isTable } from "./is-table.ts";
import { tryParseJson } from "./json.ts";
import type { ProblemKind } from "./problem.ts";

/** The kind of problem for a status. The text with it is localized, so it is ignored. */
export function kindOfStatus(status: number): ProblemKind {
  switch (status) {
    case 400:
    case 422:
      return "invalid";
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
      return "notFound";
    case 409:
    case 412:
      return "conflict";
    case 413:
      return "tooLarge";
    case 423:
      return "archived";
    case 429:
      return "rateLimited";
    default:
      return status >= 500 && status <= 599 ? "server" : "unexpected";
  }
}

/** Whether the route is missing, rather than what the path names: routers return 405, or 404 in plain text. */
export function isMissingRoute(status: number, contentType: string | undefined, text: string): boolean {
  return status === 405 || (status === 404 && /^\s*text\/plain\b/i.test(contentType ?? "") && text.trim() !== "");
}

/**
 * A rejected write changes nothing, but Forgejo returns 412 after title and body are saved, and a 5xx may come then
 * too.
 */
export function mayHaveTakenEffect(status: number): boolean {
  return status < 400 || status === 408 || status === 412 || status >= 500;
}

/** The connection was never made, so nothing can have been written. */
const CONNECT_ERROR_CODES: ReadonlySet<string> = new Set([
  // A firewall on this machine refuses it.
  "EACCES",
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "EAI_FAIL",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPERM",
]);

export function wasSent(code: string | undefined): boolean {
  return code === undefined || !(CONNECT_ERROR_CODES.has(code) || isAboutTrust(code));
}

/** The kind of problem that an error code of Node's network means. */
export function kindOfCode(code: string | undefined): ProblemKind {
  if (code === undefined) return "unexpected";
  if (code === "ETIMEDOUT" || code === "ESOCKETTIMEDOUT") return "timeout";
  if (isAboutTrust(code)) return "insecure";
  if (/^(HPE_|Z_|ERR_+ERROR_FORMAT|ERR_BROTLI)/.test(code)) return "malformed";
  return CONNECT_ERROR_CODES.has(code) ||
    /^(ECONN(RESET|ABORTED)|ENETRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/.test(code)
    ? "offline"
    : "unexpected";
}

/** OpenSSL's and Node's codes for an encrypted connection that can't be made, or not with this server. */
function isAboutTrust(code: string): boolean {
  return isAboutCertificate(code) || /^ERR_(TLS|SSL)_|^EPROTO$/.test(code);
}

/** Codes for a certificate that can't be trusted. */
export function isAboutCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)/.test(code);
}

const MAX_DETAIL_CHARS = 300;

/** The service's own text for an error, as one line. That of a 401 may contain the token and is never read. */
export function readErrorDetail(status: number, contentType: string | undefined, text: string): string | undefined {
  if (status === 401) return undefined;
  const said = isJson(contentType)
    ? ofJson(text)
    : isHtml(contentType, text)
      ? findPageTitle(text)
      : text.split("\n", 1)[0];
  return said === undefined ? undefined : oneLine(said);
}

export function isJson(contentType: string | undefined): boolean {
  return /^\s*(application|text)\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? "");
}

/** The title of a page: nothing else on an error page is worth reading. */
function findPageTitle(text: string): string | undefined {
  const found = /<title[^>]*>([^<]*)/i.exec(text.slice(0, 10_000)) ?? /<h1[^>]*>([^<]*)/i.exec(text.slice(0, 10_000));
  return found?.[1];
}

function isHtml(contentType: string | undefined, text: string): boolean {
  return /html/i.test(contentType ?? "") || /^\s*<(!doctype|html)/i.test(text);
}

function oneLine(text: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- a control character could forge a line of the log
  const line = text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  if (line === "") return undefined;
  return line.length > MAX_DETAIL_CHARS ? `${line.slice(0, MAX_DETAIL_CHARS)}…` : line;
}

/** `message` (Forgejo), `detail` (εxodus), `_status.messages` (the mirror node), `error` (Gitea's search). */
function ofJson(text: string): string | undefined {
  const body: unknown = tryParseJson(text);
  if (!isTable(body)) return undefined;
  const status = body["_status"];
  const messages = isTable(status) ? status["messages"] : undefined;
  if (Array.isArray(messages)) return joinPresent("; ", messages.filter(isTable).map(sentence));
  return sentence(body) ?? (typeof body["error"] === "string" ? body["error"] : undefined);
}

function sentence(body: Readonly<Record<string, unknown>>): string | undefined {
  return joinPresent(": ", [body["message"], body["detail"]]);
}

function joinPresent(mark: string, parts: readonly unknown[]): string | undefined {
  const said = parts.filter((each) => typeof each === "string" && each !== "");
  return said.length === 0 ? undefined : said.join(mark);
}
