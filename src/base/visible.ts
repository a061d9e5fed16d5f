// Foreign text as the eye must see it: no line break, control character or bidirectional override of a name, a title or
// a server's sentence reaches the text around it.

const FSI = "\u2068";
const PDI = "\u2069";

/** Line breaks and tabs, each of which is one space in a line. */
const BREAK = /\r\n|[\t-\r\u0085\u2028\u2029]/g;
/** Characters that have no shape of their own, or change how others are drawn. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u;
const CONTROLS = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;
/** Letters that run from right to left, and marks and controls of direction. */
const DIRECTED =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * One line in which everything can be seen. Line breaks become spaces, other control characters their pictures. Overrides
 * of direction, which show other words than were sent, and controls that reach beyond the text because their pair is
 * missing are named as VS Code names them: `[U+202E]`. All else stays byte for byte.
 */
export function visible(text: string): string {
  if (!UNSEEN.test(text)) return text;
  const line = text.replace(BREAK, " ");
  const paired = pairedControls(line);
  return line.replace(CONTROLS, (control, at: number) => (paired.has(at) ? control : toVisibleForm(control)));
}

/** As `visible`, but with its lines kept: for the few places that have room for them. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map(visible)
    .join("\n");
}

/**
 * As `visible`, and where it holds letters or controls of direction, in an isolate of its own: the words around it stay
 * where they are. A text without any stays byte for byte, so that it can be copied and compared.
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

/** The places of embeddings and isolates that end, by the rules of UAX #9, within the line. */
function pairedControls(line: string): ReadonlySet<number> {
  const paired = new Set<number>();
  const open: { readonly at: number; readonly isolate: boolean }[] = [];
  let isolates = 0;
  for (const { 0: control, index: at } of line.matchAll(/[\u202A-\u202E\u2066-\u2069]/g)) {
    if (control === "\u202A" || control === "\u202B") open.push({ at, isolate: false });
    // An override needs its end counted too, or that would close an embedding around it.
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

/** Whether one isolate, which chooses its direction by itself, holds the whole line. */
function isIsolate(line: string): boolean {
  if (!line.startsWith(FSI) || !line.endsWith(PDI)) return false;
  let depth = 0;
  for (const { 0: control, index } of line.matchAll(/[\u2066-\u2069]/g)) {
    depth += control === PDI ? -1 : 1;
    if (depth === 0) return index === line.length - 1;
  }
  return false;
}
