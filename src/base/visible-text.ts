// Makes foreign text safe to show: no line break, control character or bidirectional override in a name, a title or a
// server's message affects the text around it.

const FSI = "\u2068";
const PDI = "\u2069";

/** Line breaks and tabs, each of which becomes one space. */
const BREAK = /\r\n|[\t-\r\u0085\u2028\u2029]/g;
/** Characters that are invisible, or change how others are drawn. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u;
const CONTROLS = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;
/** Right-to-left letters, directional marks and directional controls. */
const DIRECTED =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns one line in which every character is visible. Line breaks become spaces, other control characters become
 * symbols. Directional overrides, which show other words than were sent, and unpaired controls, which reach beyond the
 * text, are named as VS Code names them: `[U+202E]`. Everything else stays byte for byte.
 */
export function visible(text: string): string {
  if (!UNSEEN.test(text)) return text;
  const line = text.replace(BREAK, " ");
  const paired = pairedControls(line);
  return line.replace(CONTROLS, (control, at: number) => (paired.has(at) ? control : toVisibleForm(control)));
}

/** Like `visible`, but keeps the lines, for the few places that have room for them. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map(visible)
    .join("\n");
}

/**
 * Like `visible`, but puts a text with right-to-left letters or directional controls into an isolate, so that it can't
 * move the words around it. Any other text stays byte for byte, so that it can be copied and compared.
 */
export function isolateText(text: string): string {
  const line = visible(text);
  return !DIRECTED.test(line) || isIsolate(line) ? line : `${FSI}${line}${PDI}`;
}

function toVisibleForm(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
}

/** Returns the positions of embeddings and isolates that end within the line, by the rules of UAX #9. */
function pairedControls(line: string): ReadonlySet<number> {
  const paired = new Set<number>();
  const open: { readonly at: number; readonly isolate: boolean }[] = [];
  let isolates = 0;
  for (const { 0: control, index: at } of line.matchAll(/[\u202A-\u202E\u2066-\u2069]/g)) {
    if (control === "\u202A" || control === "\u202B") open.push({ at, isolate: false });
    // The end of an override counts too. Otherwise it would close an embedding around the override.
    else if (control === "\u202D" || control === "\u202E") open.push({ at: -1, isolate: false });
    else if (control === "\u202C") {
      const last = open.at(-1);
      if (last === undefined || last.isolate) continue;
      open.pop();
      if (last.at >= 0) paired.add(last.at).add(at);
    } else if (control === PDI) {
      if (isolates === 0) continue;
      let last = open.pop();
      while (last !== undefined && !last.isolate) last = open.pop();
      if (last !== undefined) paired.add(last.at).add(at);
      isolates -= 1;
    } else {
      open.push({ at, isolate: true });
      isolates += 1;
    }
  }
  return paired;
}

/** True if the whole line is a single first-strong isolate, which chooses its own direction. */
function isIsolate(line: string): boolean {
  if (!line.startsWith(FSI) || !line.endsWith(PDI)) return false;
  let depth = 0;
  for (const { 0: control, index } of line.matchAll(/[\u2066-\u2069]/g)) {
    depth += control === PDI ? -1 : 1;
    if (depth === 0) return index === line.length - 1;
  }
  return false;
}
