import DOMPurify from "dompurify";
import MarkdownIt from "markdown-it";

/** A text of the server with its links and images as they are to be drawn. */
export interface Rendering {
  readonly fragment: DocumentFragment;
  /** Stand-ins in the fragment, to be replaced by parts. */
  readonly images: readonly { readonly place: Element; readonly url: string; readonly alt: string }[];
  readonly blocks: readonly { readonly place: Element; readonly language: string; readonly code: string }[];
  readonly tasks: readonly { readonly place: HTMLLIElement; readonly done: boolean }[];
}

/** The level of the panel's headings that a text stands under. */
const OUTER_LEVEL = 2;

const reader = new MarkdownIt({ html: false, linkify: true, breaks: true });
// An <img> asks for its picture as soon as it belongs to a page, shown or not: there is never one in here.
reader.renderer.rules["image"] = (tokens, index, options, _env, renderer) => {
  const token = tokens[index];
  const url = reader.utils.escapeHtml(String(token?.attrGet("src") ?? ""));
  const alt = reader.utils.escapeHtml(renderer.renderInlineAsText(token?.children ?? [], options, {}));
  return `<span data-image="${url}" data-alt="${alt}"></span>`;
};
reader.renderer.rules["fence"] = (tokens, index) => {
  const token = tokens[index];
  const language = reader.utils.escapeHtml((token?.info ?? "").trim().split(/\s+/)[0] ?? "");
  return `<pre data-language="${language}">${reader.utils.escapeHtml(token?.content ?? "")}</pre>\n`;
};
reader.renderer.rules["code_block"] = reader.renderer.rules["fence"];
// A nonce does not allow style attributes, and markdown-it aligns cells with them.
reader.core.ruler.push("aligned cells", (state) => {
  for (const token of state.tokens) {
    const side = /^text-align:(\w+)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
    if (side !== undefined) token.attrs = [["align", side]];
  }
});
// The headings of a comment stand under those of the panel, and none skips a level, as some readers walk by them.
reader.core.ruler.push("lower headings", ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
  const used = [...new Set(headings.map(({ tag }) => tag))].sort();
  let above = OUTER_LEVEL;
  for (const token of headings) {
    if (token.type === "heading_open") above = Math.min(OUTER_LEVEL + 1 + used.indexOf(token.tag), above + 1, 6);
    token.tag = `h${above}`;
  }
});

const allowed = {
  ALLOWED_TAGS:
    "a b blockquote br code del em h3 h4 h5 h6 hr i li ol p pre s span strong table tbody td th thead tr ul".split(" "),
  ALLOWED_ATTR: ["href", "title", "align", "start", "data-image", "data-alt", "data-language"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** Turns Markdown of unknown people into nodes that can do nothing. Relative addresses are the server's, `base`. */
export function renderMarkdown(text: string, base: string): Rendering {
  const fragment = DOMPurify.sanitize(reader.render(text), {
    ...allowed,
    ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
    ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
  });
  for (const link of fragment.querySelectorAll("a")) settle(link, base);
  for (const table of fragment.querySelectorAll("table")) scrolling(table);
  return {
    fragment,
    images: [...fragment.querySelectorAll("[data-image]")].map((place) => ({
      place,
      url: absolute(place.getAttribute("data-image") ?? "", base) ?? "",
      alt: place.getAttribute("data-alt") ?? "",
    })),
    blocks: [...fragment.querySelectorAll("pre")].map((place) => ({
      place,
      language: place.getAttribute("data-language") ?? "",
      code: (place.textContent ?? "").replace(/\n$/, ""),
    })),
    tasks: [...fragment.querySelectorAll("li")].flatMap(task),
  };
}

/** A link leads to the web or is no link. */
function settle(link: HTMLAnchorElement, base: string): void {
  const address = absolute(link.getAttribute("href") ?? "", base);
  if (address === undefined) {
    link.replaceWith(...link.childNodes);
  } else {
    link.href = address;
    link.title = address;
    link.rel = "noreferrer";
  }
}

function absolute(address: string, base: string): string | undefined {
  if (!URL.canParse(address, base === "" ? undefined : base)) return undefined;
  const url = new URL(address, base === "" ? undefined : base);
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}

function scrolling(table: HTMLTableElement): void {
  const frame = document.createElement("div");
  frame.className = "wide";
  frame.tabIndex = 0;
  frame.role = "group";
  table.replaceWith(frame);
  frame.append(table);
}

/** `[ ]` or `[x]` at the start of a list's line is taken off it and told apart. */
function task(place: HTMLLIElement): Rendering["tasks"] {
  const start =
    place.firstElementChild?.tagName === "P" && place.firstChild?.textContent?.trim() === ""
      ? place.firstElementChild
      : place;
  const words = start.firstChild;
  const mark = words instanceof Text ? /^\[([ xX])\]\s+/.exec(words.data) : null;
  if (!(words instanceof Text) || mark === null) return [];
  words.data = words.data.slice(mark[0].length);
  return [{ place, done: mark[1] !== " " }];
}
