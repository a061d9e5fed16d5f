// Removes tokens and other secrets from everything that is logged, exported or shown.

const REDACTED = "•••";

/** Shorter values would redact half the log and protect nothing. */
const MIN_SECRET_CHARS = 4;

const SECRET_HEADERS = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-gitea-otp",
  "x-forgejo-otp",
]);
/** Matches suffixes only, because `token_transfers` and `token_id` of a network are public. */
const SECRET_KEY =
  /((token|secret|passw(or)?d|passphrase|credential|cookie|api[-_]?key)s?|authorization|otp|^auth|^sha1)$/i;
const HEADER_LINE =
  /\b((?:proxy-)?authorization|(?:set-)?cookie|x-(?:gitea|forgejo)-otp)(["']?\s*[:=]\s*["']?)[^\r\n"']+/gi;
const SCHEME = /\b(token|bearer|basic)(\s+)(?=[\w+/=.~-]*[\d=])[\w+/=.~-]{12,}/gi;
const QUERY = /([?&;](?:[\w-]*token|[\w-]*secret|passw(?:or)?d|api[-_]?key|key|auth|sig|signature)=)[^&#\s"'<>]+/gi;
/** Needs only the end of the scheme: matching all of it would take quadratic time for texts such as `a.a.a.`. */
const USERINFO = /([a-z\d+.-]:\/\/)[^/?#\s@"']+@/gi;

/**
 * Redacts secrets: by the name of a header, by the name of a key, and by the value itself in any of its encodings. A
 * token under an unexpected name is still found by its value.
 */
export class Redactor {
  /** How often each value was registered. */
  readonly #registered = new Map<string, number>();
  #patterns: readonly RegExp[] = [];

  /** Redacts the value until it is disposed of. */
  register(value: string): { dispose(): void } {
    if (value.length < MIN_SECRET_CHARS) return { dispose: () => undefined };
    this.#count(value, 1);
    let disposed = false;
    return {
      dispose: () => {
        if (disposed) return;
        disposed = true;
        this.#count(value, -1);
      },
    };
  }

  /** Redacts registered values only: for text other than logs, in which words and numbers may be anything. */
  redactRegistered(text: string): string {
    return redactAll(text, this.#patterns);
  }

  text(text: string): string {
    return this.redactRegistered(text)
      .replace(HEADER_LINE, `$1$2${REDACTED}`)
      .replace(SCHEME, `$1$2${REDACTED}`)
      .replace(QUERY, `$1${REDACTED}`)
      .replace(USERINFO, `$1${REDACTED}@`);
  }

  headers(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        this.text(name),
        isSecretHeader(name) ? REDACTED : this.object(value),
      ]),
    );
  }

  /** A copy for the log: plain values without cycles, errors as their name, message and details. */
  object(value: unknown): unknown {
    return this.#copy(value, []);
  }

  #copy(value: unknown, ancestors: readonly object[]): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "bigint") return String(value);
    if (typeof value === "function" || typeof value === "symbol") return undefined;
    if (typeof value !== "object" || value === null) return value;
    if (ancestors.includes(value)) return "(itself)";
    const path = [...ancestors, value];
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
    if (value instanceof URL) return this.text(value.href);
    if (Array.isArray(value) || value instanceof Set) return [...value].map((each) => this.#copy(each, path));
    const entries: [string, unknown][] =
      value instanceof Map
        ? [...value].map(([key, each]): [string, unknown] => [String(key), each])
        : Object.entries(value);
    if (value instanceof Error) {
      entries.unshift(["name", value.name], ["message", value.message]);
      if (value.cause !== undefined) entries.push(["cause", value.cause]);
    }
    return Object.fromEntries(
      entries.map(([key, each]) => [this.text(key), isSecretKey(key) ? redactDeep(each) : this.#copy(each, path)]),
    );
  }

  #count(value: string, change: 1 | -1): void {
    const count = (this.#registered.get(value) ?? 0) + change;
    if (count > 0) this.#registered.set(value, count);
    else this.#registered.delete(value);
    this.#patterns = secretPatterns([...this.#registered.keys()]);
  }
}

/** Removes a secret from a text, in any of its encodings. */
export function withoutSecret(text: string, secret: string): string {
  return redactAll(text, secretPatterns([secret]));
}

/** Characters that aren't drawn, such as soft hyphens and zero-width spaces. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const NON_ASCII = /[\u0080-\uffff]/;

/** A text in which a secret is disguised, with invisible characters or as full-width letters, loses its disguise. */
function redactAll(text: string, patterns: readonly RegExp[]): string {
  const redact = (from: string): string => patterns.reduce((all, pattern) => all.replace(pattern, REDACTED), from);
  const redacted = redact(text);
  if (patterns.length === 0 || !NON_ASCII.test(redacted)) return redacted;
  const plain = redacted.normalize("NFKC").replace(INVISIBLE, "");
  const undisguised = redact(plain);
  return undisguised === plain ? redacted : undisguised;
}

/**
 * Matches values in all their encodings, and in any case, because the host of a URL is in lower case. The longest come
 * first, so that a value that is part of a longer one doesn't leave the rest of that one behind.
 */
function secretPatterns(values: readonly string[]): readonly RegExp[] {
  const forms = new Set(values.flatMap(listEncodings));
  const escaped = [...forms].map((form) => [form.length, literal(form)] as const);
  const spelled = values.map((value) => [value.length, spelling(value)] as const);
  return [...spelled, ...escaped]
    .filter(([length]) => length >= MIN_SECRET_CHARS)
    .sort(([one], [other]) => other - one)
    .map(([, source]) => new RegExp(source, "gi"));
}

/** Matches a value in which any character may be escaped, as in URLs, JSON or HTML. */
function spelling(value: string): string {
  return Array.from(value, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return `(?:${literal(character)}|%${hex}|\\\\u0*${hex}|&#(?:x0*${hex}|0*${code});?)`;
  }).join("");
}

function literal(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function isSecretHeader(name: string): boolean {
  return SECRET_HEADERS.has(name.toLowerCase()) || isSecretKey(name);
}

function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key);
}

/** Keeps empty values: whether a value is set is not secret, and helps readers of the log. */
function redactDeep(value: unknown): unknown {
  return value === undefined || value === null || value === "" || typeof value === "boolean" ? value : REDACTED;
}

function listEncodings(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  const hex = Buffer.from(value, "utf8").toString("hex");
  return [json, form, encodeComponent(value), hex, ...base64Forms(value)];
}

/** Falls back to the value itself if it has a lone surrogate, which can't be part of a URL. */
function encodeComponent(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Within Base64 (as in `Basic user:token`), a value has a different form at each of three offsets. Returns the part of
 * each form that doesn't depend on neighboring bytes.
 */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  const forms: string[] = [];
  for (const offset of [0, 1, 2]) {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((whole.length * 8) / 6);
    const form = whole.toString("base64").slice(first, last);
    // Shorter values would be found everywhere.
    if (form.length >= 2 * MIN_SECRET_CHARS) forms.push(form, form.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return forms;
}
