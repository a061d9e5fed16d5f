// Finds qualified names and hosts in text.
/** A name or host found in a text. */
export interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** No name or host is longer. */
const MAX_NAME_CHARS = 300;

/** Finds qualified names in code, such as `com.example.Thing` or `com.example.*`, without Kotlin's backticks. */
export function findQualifiedNames(code: string): readonly Word[] {
  const found: Word[] = [];
  for (const [from, to] of runs(code, isNamePart)) {
    const star = code[to] === "*" && code[to - 1] === ".";
    let at = from;
    // Two dots are a Kotlin range between two names.
    for (const part of code.slice(from, to).split("..")) {
      const name = part.replace(/^\.|\.$/g, "");
      const start = at + (part.startsWith(".") ? 1 : 0);
      at += part.length + 2;
      if (!name.includes(".") || !/^[A-Za-z_$`]/.test(name)) continue;
      const whole = star && start + name.length + 1 === to;
      const text = name.includes("`") ? name.replaceAll("`", "") : name;
      found.push({ text: whole ? `${text}.*` : text, from: start, to: start + name.length });
    }
  }
  return found;
}

const HOST = /^(?:\*|[a-z0-9_-]+)(?:\.[a-z0-9_-]+)*\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** Finds hosts in a text, in lower case, except those of email addresses. */
export function findHosts(text: string): readonly Word[] {
  const found: Word[] = [];
  for (const [from, to] of runs(text, isHostPart)) {
    const written = text.slice(from, to).replace(/\.+$/, "");
    // The app adds the part before the dot at run time.
    const host = `${written.startsWith(".") ? "*" : ""}${written.toLowerCase()}`;
    if (!HOST.test(host)) continue;
    const isMail = text[from - 1] === "@" && !/:\/\/[^\s/@]*@$/.test(text.slice(Math.max(0, from - 100), from));
    if (!isMail) found.push({ text: host, from, to: from + written.length });
  }
  return found;
}

/** Finds runs of matching characters that contain a dot. Searches for the dots, because most text has none. */
function* runs(text: string, isPart: (code: number) => boolean): Generator<readonly [from: number, to: number]> {
  let end = 0;
  for (let dot = text.indexOf("."); dot !== -1; dot = text.indexOf(".", Math.max(end, dot + 1))) {
    let from = dot;
    while (from > end && isPart(text.charCodeAt(from - 1))) from -= 1;
    let to = dot + 1;
    while (to < text.length && isPart(text.charCodeAt(to))) to += 1;
    end = to;
    if (to - from <= MAX_NAME_CHARS && to - from > 2) yield [from, to];
  }
}

function isNamePart(code: number): boolean {
  return isWordPart(code) || code === 46 || code === 36 || code === 96 || code > 127;
}

function isHostPart(code: number): boolean {
  return isWordPart(code) || code === 46 || code === 45;
}

/** A to Z, a to z, 0 to 9 and `_`. */
function isWordPart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}
