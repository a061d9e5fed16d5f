// Classifies failed responses and network errors by their cause, and by whether anything was written.
import type { Method } from "./call.ts";
import { isTable } from "../json/is-table.ts";
import { tryParseJson } from "../json/json.ts";
import { errorCode, type ProblemKind } from "../problem.ts";

/** Returns the kind of problem for a status. Ignores the response's text, which may be in any language. */
export function classifyStatus(status: number, method: Method): ProblemKind {
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
      // An archived repository rejects only writes.
      return method === "GET" ? "unexpected" : "archived";
    case 429:
      return "rateLimited";
    default:
      return status >= 500 && status <= 599 ? "server" : "unexpected";
  }
}

/** True if the route itself is missing, not the thing that the path names: routers return 405, or 404 in plain text. */
export function isMissingRoute(status: number, contentType: string | undefined, text: string): boolean {
  return status === 405 || (status === 404 && /^\s*text\/plain\b/i.test(contentType ?? "") && text.trim() !== "");
}

/**
 * True if a write with this status may have taken effect. Most rejected writes change nothing, but Forgejo returns 412
 * after it has saved title and body, and a 5xx may come that late too.
 */
export function mayHaveTakenEffect(status: number): boolean {
  return status < 400 || status === 408 || status === 412 || status >= 500;
}

/** Stands for VS Code's error if it can't connect to the user's proxy. That has no code, only a message. */
const PROXY_UNREACHABLE = "EPROXY";

/** Returns the code of a network error. */
export function findNetworkCode(error: unknown): string | undefined {
  const isProxy = error instanceof Error && error.message.startsWith("Failed to establish a socket connection to prox");
  return errorCode(error) ?? (isProxy ? PROXY_UNREACHABLE : undefined);
}

/** Codes for a connection that was never made, so that nothing can have been written. */
const CONNECT_ERROR_CODES: ReadonlySet<string> = new Set([
  // A firewall on this machine blocked the connection.
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
  PROXY_UNREACHABLE,
]);

export function wasSent(code: string | undefined): boolean {
  return code === undefined || !(CONNECT_ERROR_CODES.has(code) || isTlsError(code));
}

/** Returns the kind of problem for one of Node's network error codes. */
export function classifyErrorCode(code: string | undefined): ProblemKind {
  if (code === undefined) return "unexpected";
  if (code === "ETIMEDOUT" || code === "ESOCKETTIMEDOUT") return "timeout";
  if (isTlsError(code)) return "insecure";
  if (/^(HPE_|Z_|ERR_+ERROR_FORMAT|ERR_BROTLI)/.test(code)) return "malformed";
  return CONNECT_ERROR_CODES.has(code) ||
    /^(ECONN(RESET|ABORTED)|ENETRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/.test(code)
    ? "offline"
    : "unexpected";
}

/** True for OpenSSL's and Node's codes for a TLS connection that couldn't be made. */
function isTlsError(code: string): boolean {
  return isCertificateError(code) || /^ERR_(TLS|SSL)_|^EPROTO$/.test(code);
}

/** True for codes for a certificate that can't be trusted. */
export function isCertificateError(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)/.test(code);
}

/** Returns the service's own error message on one line. That of a 401 may contain the token and is never read. */
export function readErrorDetail(status: number, contentType: string | undefined, text: string): string | undefined {
  if (status === 401) return undefined;
  const message = isJson(contentType)
    ? findJsonMessage(text)
    : isHtml(contentType, text)
      ? findPageTitle(text)
      : text.split("\n", 1)[0];
  return message === undefined ? undefined : oneLine(message);
}

export function isJson(contentType: string | undefined): boolean {
  return /^\s*(application|text)\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? "");
}

/** Finds the title of an error page; nothing else on it is worth reading. */
function findPageTitle(text: string): string | undefined {
  const found = /<title[^>]*>([^<]*)/i.exec(text.slice(0, 10_000)) ?? /<h1[^>]*>([^<]*)/i.exec(text.slice(0, 10_000));
  return found?.[1];
}

function isHtml(contentType: string | undefined, text: string): boolean {
  return /html/i.test(contentType ?? "") || /^\s*<(!doctype|html)/i.test(text);
}

function oneLine(text: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- a control character could forge a line of the log
  return text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim() || undefined;
}

/** Finds `message` (Forgejo), `detail` (εxodus), `_status.messages` (the mirror node), `error` (Gitea's search). */
function findJsonMessage(text: string): string | undefined {
  const body: unknown = tryParseJson(text);
  if (!isTable(body)) return undefined;
  const status = body["_status"];
  const messages = isTable(status) ? status["messages"] : undefined;
  if (Array.isArray(messages)) return joinPresent("; ", messages.filter(isTable).map(joinMessage));
  return joinMessage(body) ?? (typeof body["error"] === "string" ? body["error"] : undefined);
}

function joinMessage(body: Readonly<Record<string, unknown>>): string | undefined {
  return joinPresent(": ", [body["message"], body["detail"]]);
}

function joinPresent(separator: string, parts: readonly unknown[]): string | undefined {
  const present = parts.filter((each) => typeof each === "string" && each !== "");
  return present.length === 0 ? undefined : present.join(separator);
}
