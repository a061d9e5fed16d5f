// Configures markdown-it to parse texts as Forgejo and Gitea do.
import MarkdownIt from "markdown-it";

/** Level of the panel's heading above a text. */
const PANEL_HEADING_LEVEL = 2;

/**
 * Attribute of a task: the line of its box, counted from 0, and "x" if it is done. Its name is random, so that authors
 * of HTML can't set it.
 */
export const TASK = `data-task-${crypto.randomUUID()}`;
/** Attribute with the label of a footnote: of a `<sup>` where the text refers to it, of a `<div>` around it. */
export const NOTE = `data-note-${crypto.randomUUID()}`;

const TILDE = 0x7e;
/** Marks a single tilde, until it is paired with another single one. */
const SINGLE_TILDE = -TILDE;

/** Parses Markdown as the servers do: with HTML, every line break kept, and URLs linked. */
export const parser = new MarkdownIt({ html: true, linkify: true, breaks: true });

// Like the servers, escapes only a percent sign that escapes nothing. The browser encodes the rest.
parser.normalizeLink = (url) => url.replaceAll(/%(?![\da-f]{2})/gi, "%25");
parser.normalizeLinkText = (url) => url;
// Like the servers, links `https://…` and `www.…`, but not `README.md`.
parser.linkify.set({ fuzzyLink: false });
parser.linkify.add("//", null);
parser.linkify.add("www.", {
  validate: (text, place) =>
    /^[a-z\d-]+(?:\.[a-z\d-]+)+(?:\/[^\s<>"]*[^\s<>"'.,:;!?)\]}])?/i.exec(text.slice(place))?.[0].length ?? 0,
  normalize: (match) => {
    match.url = `http://${match.url}`;
  },
});

// An <img> requests its picture as soon as it belongs to a page, even if hidden, so this never creates one.
parser.renderer.rules["image"] = (tokens, index, options, _env, renderer) => {
  const token = tokens[index];
  const url = parser.utils.escapeHtml(String(token?.attrGet("src") ?? ""));
  const alt = parser.utils.escapeHtml(renderer.renderInlineAsText(token?.children ?? [], options, {}));
  return `<span data-image="${url}" data-alt="${alt}"></span>`;
};
parser.renderer.rules["fence"] = (tokens, index) => {
  const token = tokens[index];
  const language = parser.utils.escapeHtml((token?.info ?? "").trim().split(/\s+/)[0] ?? "");
  return `<pre data-language="${language}">${parser.utils.escapeHtml(token?.content ?? "")}</pre>\n`;
};
parser.renderer.rules["code_block"] = parser.renderer.rules["fence"];
// Takes the box from the start of each task before links are found: the servers need no space after it.
parser.core.ruler.after("block", "tasks", ({ tokens }) => {
  for (const [index, item] of tokens.entries()) {
    const text = tokens[index + 2];
    const box = item.type === "list_item_open" && text?.type === "inline" ? /^\[([ xX])\]\s*/.exec(text.content) : null;
    if (text === undefined || box === null) continue;
    text.content = text.content.slice(box[0].length);
    item.attrSet(TASK, `${text.map?.[0]}${box[1] === " " ? "" : "x"}`);
  }
});
/** Returns the label of a footnote, such as the 1 of `[^1]`, if one is at this position. */
function readNoteLabel(text: string, at: number): string | undefined {
  return /^\[\^([^\]\n]{1,999})\]/.exec(text.slice(at, at + 1002))?.[1];
}
// Parses footnotes such as `[^1]: Words`, and shows them in their place. Indented lines continue them.
parser.block.ruler.before(
  "reference",
  "footnote",
  (state, line, end, silent) => {
    const { bMarks, env, sCount, src, tShift } = state;
    const [mark = 0, shift = 0, count = 0] = [bMarks[line], tShift[line], sCount[line]];
    const label = readNoteLabel(src, mark + shift);
    const from = mark + shift + (label?.length ?? 0) + 4;
    if (label === undefined || src[from - 1] !== ":") return false;
    if (silent) return true;
    env[`^${label}`] = true;
    state.push("note_open", "div", 1).attrSet(NOTE, label);
    bMarks[line] = from;
    tShift[line] = state.skipSpaces(from) - from;
    state.blkIndent += 4;
    sCount[line] = state.blkIndent;
    state.md.block.tokenize(state, line, end);
    state.blkIndent -= 4;
    [bMarks[line], tShift[line], sCount[line]] = [mark, shift, count];
    state.push("note_close", "div", -1);
    return true;
  },
  { alt: ["paragraph", "reference"] },
);
parser.inline.ruler.before("link", "footnote", (state, silent) => {
  const label = readNoteLabel(state.src, state.pos);
  if (label === undefined || state.env[`^${label}`] !== true) return false;
  if (!silent) state.push("html_inline", "", 0).content = `<sup ${NOTE}="${parser.utils.escapeHtml(label)}"></sup>`;
  state.pos += label.length + 3;
  return true;
});
// Shows formulas such as `$a_1$`, and those between lines of `$$`, as code, so that their signs are not Markdown.
parser.inline.ruler.before("escape", "math", (state, silent) => {
  const { pos, src } = state;
  if (src[pos] !== "$" || /[\w$.!?,;:]/.test(src[pos - 1] ?? "")) return false;
  const found = /^(\$\$?)(`?)([^$\n]+)\2\1(?=[\s.!?,;:)]|$)/.exec(src.slice(pos));
  if (found === null) return false;
  if (!silent) state.push("code_inline", "code", 0).content = found[3] ?? "";
  state.pos += found[0].length;
  return true;
});
parser.block.ruler.before(
  "fence",
  "math",
  (state, line, end, silent) => {
    const { blkIndent } = state;
    const read = (at: number): string => state.getLines(at, at + 1, blkIndent, false).trim();
    const first = read(line);
    const isWhole = /^\$\$[^$]+\$\$$/.test(first);
    if (!isWhole && first !== "$$") return false;
    let next = line + 1;
    if (!isWhole) while (next < end && (state.sCount[next] ?? 0) >= blkIndent && read(next) !== "$$") next += 1;
    if (!isWhole && (next === end || read(next) !== "$$")) return false;
    if (silent) return true;
    const token = state.push("fence", "code", 0);
    token.info = "math";
    token.content = isWhole ? first.slice(2, -2).trim() : state.getLines(line + 1, next, blkIndent, true);
    state.line = isWhole ? next : next + 1;
    return true;
  },
  { alt: ["paragraph", "reference", "blockquote", "list"] },
);
// Strikes through between single tildes as well, each the partner of another single one.
parser.inline.ruler.before("strikethrough", "single tildes", (state, silent) => {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false;
  const { can_open: open, can_close: close, length } = state.scanDelims(state.pos, true);
  if (length !== 1) return false;
  state.push("text", "", 0).content = "~";
  state.delimiters.push({ marker: SINGLE_TILDE, token: state.tokens.length - 1, end: -1, open, close });
  state.pos += 1;
  return true;
});
parser.inline.ruler2.before("strikethrough", "single tildes", (state) => {
  for (const part of [state, ...state.tokens_meta]) {
    for (const each of part?.delimiters ?? []) if (each.marker === SINGLE_TILDE) each.marker = TILDE;
  }
});
// markdown-it aligns cells with style attributes, which the content security policy blocks.
parser.core.ruler.push("aligned cells", (state) => {
  for (const token of state.tokens) {
    const side = /^text-align:(\w+)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
    if (side !== undefined) token.attrs = [["align", side]];
  }
});

/** Lowers a text's headings below the panel's without skipping a level, because screen readers navigate by them. */
export function lowerHeadings(fragment: DocumentFragment): void {
  const headings = [...fragment.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const used = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  let above = PANEL_HEADING_LEVEL;
  for (const heading of headings) {
    above = Math.min(PANEL_HEADING_LEVEL + 1 + used.indexOf(heading.tagName), above + 1, 6);
    const lower = fragment.ownerDocument.createElement(`h${above}`);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
}
