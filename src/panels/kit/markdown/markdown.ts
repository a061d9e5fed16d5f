// Turns Markdown from servers into nodes that can't run or request anything.
import DOMPurify from "dompurify";
import { resolveLink } from "./server-links.ts";
import { applyServerSyntax, linkTo, type TextContext, type ServerEmoji } from "./server-syntax.ts";
import { NOTE, TASK, lowerHeadings, parser } from "./parser.ts";

/** The nodes of a text, and the elements in them that parts of the kit replace. */
export interface RenderedMarkdown {
  readonly fragment: DocumentFragment;
  /** Placeholders of images in the fragment. */
  readonly images: readonly Picture[];
  /** Placeholders of the server's custom emoji, which are inline like letters. */
  readonly emoji: readonly ServerEmoji[];
  readonly blocks: readonly { readonly place: Element; readonly language: string; readonly code: string }[];
  readonly tasks: readonly { readonly place: HTMLElement; readonly done: boolean; readonly line: number }[];
  readonly alerts: readonly Alert[];
  /** Footnotes, and the places that refer to them. */
  readonly notes: readonly { readonly place: HTMLElement; readonly label: string }[];
}

const ALERT_KINDS = ["note", "tip", "important", "warning", "caution"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** A quote that starts with a line such as `[!NOTE]`. */
export interface Alert {
  readonly place: HTMLElement;
  readonly kind: AlertKind;
}

export interface Picture {
  readonly place: Element;
  readonly url: string;
  readonly alt: string;
  /** "40px" or "50%", or empty if the author set none. */
  readonly width: string;
  /** Set only without a width, which already sets the height of an image that isn't distorted. */
  readonly height: string;
}

/** Deeper nesting helps no reader, and takes the browser long to parse and draw. */
const MAX_DEPTH = 100;
/** Each tag makes one element, or a few if the one before isn't closed. */
const MAX_ELEMENTS_PER_TAG = 4;
/** Where the direction is automatic, the browser determines it again for each node that is inserted. */
const MAX_AUTO_NODES = 1000;
/** Length of the parts of HTML that are parsed before the next check. */
const PROBE_CHARS = 512;

/** Longer texts are shown as source, because parsing them as Markdown would block the page. */
const MAX_CHARS = 256 * 1024;

/** The browser would take seconds to lay out larger tables. Those of Markdown have at most half as many cells. */
const MAX_GRID_CELLS = 500_000;

// Elements and attributes that servers allow and that have a meaning here. Class, id and style are excluded, because
// they would apply to the panel.
const allowed = {
  ALLOWED_TAGS: (
    "a abbr b bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 " +
    "hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody td " +
    "tfoot th thead time tr tt u ul var video wbr"
  ).split(" "),
  ALLOWED_ATTR: [
    NOTE,
    TASK,
    ...(
      "href title align start alt src width height colspan rowspan open dir datetime reversed " +
      "data-image data-alt data-language"
    ).split(" "),
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/**
 * Renders Markdown. Until the nodes are drawn, they belong to a document without a window, so they request nothing.
 * Relative URLs are resolved against `home`, or without one against `base`.
 */
export function renderMarkdown(text: string, base: string, home?: TextContext): RenderedMarkdown {
  const fragment = DOMPurify.sanitize(renderHtml(text), {
    ...allowed,
    ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
    ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
  });
  for (const media of fragment.querySelectorAll("img, video")) replaceMedia(media);
  for (const link of fragment.querySelectorAll("a")) resolveOrUnwrap(link, base, home);
  for (const link of fragment.querySelectorAll("a")) moveImagesOut(link);
  const emoji = home === undefined ? [] : applyServerSyntax(fragment, home);
  lowerHeadings(fragment);
  let gridCells = 0;
  for (const table of fragment.querySelectorAll("table")) {
    gridCells += countGridCells(table);
    if (gridCells > MAX_GRID_CELLS) table.replaceWith(table.textContent ?? "");
    else makeScrollable(table);
  }
  for (const summary of fragment.querySelectorAll("summary")) {
    if (summary.parentElement?.tagName !== "DETAILS") summary.replaceWith(...summary.childNodes);
  }
  return {
    fragment,
    images: [...fragment.querySelectorAll("[data-image]")].flatMap((place) => createPicture(place, base, home)),
    emoji,
    blocks: [...fragment.querySelectorAll("pre")].map((place) => ({
      place,
      language: place.getAttribute("data-language") ?? "",
      code: (place.textContent ?? "").replace(/\n$/, ""),
    })),
    tasks: [...fragment.querySelectorAll<HTMLElement>(`[${TASK}]`)].map((place) => {
      const task = place.getAttribute(TASK) ?? "";
      return { place, done: task.endsWith("x"), line: Number.parseInt(task, 10) };
    }),
    alerts: [...fragment.querySelectorAll("blockquote")].flatMap(takeAlert),
    notes: [...fragment.querySelectorAll<HTMLElement>(`[${NOTE}]`)].map((place) => ({
      place,
      label: place.getAttribute(NOTE) ?? "",
    })),
  };
}

function renderHtml(text: string): string {
  // Authors who name these tags mean their names, so the servers show them. A frameset would take the place of the text.
  const named = /<(?=\/?(?:html|head|frameset)\b)/gi;
  const html = text.length > MAX_CHARS ? "" : parser.render(text).replaceAll(named, "&lt;");
  const isSource = text.length > MAX_CHARS || (/<[a-z]/i.test(text) && isCostly(html));
  return isSource ? `<pre>${parser.utils.escapeHtml(text)}</pre>` : html;
}

/**
 * True if the author's HTML would take the browser seconds to parse: many elements that are never closed, or styles such
 * as `<b>` that it opens again in each paragraph. Parses it part by part, and stops at the first costly one.
 */
function isCostly(html: string): boolean {
  const probe = document.implementation.createHTMLDocument();
  let tags = 0;
  for (let part = 0; part * PROBE_CHARS < html.length; part += 1) {
    const text = html.slice(part * PROBE_CHARS, (part + 1) * PROBE_CHARS);
    probe.write(text);
    tags += text.split("<").length;
    let depth = 0;
    for (let last = probe.lastElementChild; last !== null; last = last.lastElementChild) depth += 1;
    if (depth > MAX_DEPTH) return true;
    const autos = [...probe.querySelectorAll("bdi, bdi *, [dir=auto], [dir=auto] *")];
    if (autos.reduce((sum, { childNodes }) => sum + childNodes.length, 0) > MAX_AUTO_NODES) return true;
    // Counting takes longer.
    if (part % 8 === 0 && probe.getElementsByTagName("*").length > MAX_ELEMENTS_PER_TAG * tags) return true;
  }
  return false;
}

/** Replaces an image in the author's HTML by a placeholder, and a video by a link to it, or by its content. */
function replaceMedia(media: Element): void {
  const src = media.getAttribute("src") ?? "";
  const { ownerDocument } = media;
  if (media.tagName === "IMG") {
    const place = ownerDocument.createElement("span");
    place.setAttribute("data-image", src);
    place.setAttribute("data-alt", media.getAttribute("alt") ?? "");
    for (const side of ["width", "height"]) place.setAttribute(side, media.getAttribute(side) ?? "");
    media.replaceWith(place);
  } else if (src === "") {
    media.replaceWith(...media.childNodes);
  } else {
    const link = ownerDocument.createElement("a");
    link.setAttribute("href", src);
    link.textContent = media.getAttribute("title") ?? src;
    media.replaceWith(link);
  }
}

/** Moves the placeholders of a link's images behind it: the buttons that ask before they load can't be inside a link. */
function moveImagesOut(link: HTMLAnchorElement): void {
  const places = [...link.querySelectorAll("[data-image]")];
  if (places.length === 0) return;
  link.after(...places);
  if (link.textContent?.trim() !== "") return;
  const names = places.map((place) => place.getAttribute("data-alt") ?? "").filter((name) => name !== "");
  link.textContent = names.join(" ") || link.title;
}

function createPicture(place: Element, base: string, home: TextContext | undefined): readonly Picture[] {
  const source = place.getAttribute("data-image") ?? "";
  const alt = place.getAttribute("data-alt") ?? "";
  const url = source === "" ? undefined : resolveLink(source, home, base);
  if (url === undefined || !/^https?:/.test(url)) {
    place.replaceWith(alt);
    return [];
  }
  const width = readLength(place.getAttribute("width"));
  return [{ place, url, alt, width, height: width === "" ? readLength(place.getAttribute("height")) : "" }];
}

function readLength(value: string | null): string {
  const [, number, percent] = /^(\d{1,4})(%?)$/.exec(value ?? "") ?? [];
  return number === undefined ? "" : `${number}${percent || "px"}`;
}

/** Resolves the URL of a link. If it isn't of the web, only the link's content stays. */
function resolveOrUnwrap(link: HTMLAnchorElement, base: string, home: TextContext | undefined): void {
  const href = link.getAttribute("href");
  const url = href === null ? undefined : resolveLink(href, home, base);
  if (url === undefined) link.replaceWith(...link.childNodes);
  else linkTo(link, url);
}

/** Returns how many cells the grid of a table has at most, including those that no element fills. */
function countGridCells({ rows }: HTMLTableElement): number {
  let [widest, tall] = [0, 0];
  for (const { cells } of rows) {
    let width = 0;
    for (const { colSpan, rowSpan } of cells) {
      width += colSpan;
      if (rowSpan !== 1) tall += colSpan;
    }
    widest = Math.max(widest, width);
  }
  return rows.length * (widest + tall);
}

function makeScrollable(table: HTMLTableElement): void {
  const frame = table.ownerDocument.createElement("div");
  frame.className = "wide";
  frame.tabIndex = 0;
  frame.role = "group";
  table.replaceWith(frame);
  frame.append(table);
}

/** Removes the line with the kind of alert from the start of a quote. */
function takeAlert(place: HTMLQuoteElement): readonly Alert[] {
  const start = place.firstElementChild;
  const text = start?.tagName === "P" ? start.firstChild : null;
  if (!(text instanceof Text)) return [];
  const kind = ALERT_KINDS.find((each) => text.data.toLowerCase() === `[!${each}]`);
  const end = text.nextSibling;
  if (kind === undefined || (end !== null && end.nodeName !== "BR")) return [];
  text.remove();
  end?.remove();
  if (start?.firstChild === null) start.remove();
  return [{ place, kind }];
}
