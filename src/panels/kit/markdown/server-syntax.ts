// Shows references, emoji and URLs in a text as the server would.
import { referenceUrl, emojiUrl, shortenUrl, type Home } from "./server-links.ts";
import { findReferences } from "./references.ts";

/** A text's home, with the emoji that every server supports. */
export interface TextContext extends Home {
  readonly findEmoji?: (name: string) => string | undefined;
}

/** A custom emoji of the server, and the element that its picture will replace. */
export interface ServerEmoji {
  readonly place: Element;
  readonly url: string;
  readonly name: string;
}

/** Links references, draws `:emoji:` and shortens the server's own URLs. Returns the custom emoji. */
export function applyServerSyntax(fragment: DocumentFragment, home: TextContext): readonly ServerEmoji[] {
  for (const link of fragment.querySelectorAll("a")) shorten(link, home);
  const customEmoji: ServerEmoji[] = [];
  for (const text of findTextNodes(fragment, /^(CODE|PRE)$/)) drawEmoji(text, home, customEmoji);
  for (const text of findTextNodes(fragment, /^(A|CODE|PRE)$/)) linkReferences(text, home);
  return customEmoji;
}

/** Makes a link lead to a URL of the web, which its tooltip shows. */
export function linkTo(link: HTMLAnchorElement, url: string): HTMLAnchorElement {
  return Object.assign(link, { href: url, title: url, rel: "noreferrer" });
}

/** Shortens a link only if its text is its URL: other text was chosen by its author. */
function shorten(link: HTMLAnchorElement, home: Home): void {
  const words = link.textContent ?? "";
  const url = link.getAttribute("href") ?? "";
  const short = words === url || words === decodeUrl(url) ? shortenUrl(url, home) : undefined;
  if (short === undefined) return;
  if (!short.code) {
    link.textContent = short.words;
    return;
  }
  const code = link.ownerDocument.createElement("code");
  code.textContent = short.words;
  link.replaceChildren(code);
}

/** Returns the text nodes outside of elements with these names. */
function findTextNodes(fragment: DocumentFragment, skipped: RegExp): readonly Text[] {
  const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = fragment.ownerDocument.createTreeWalker(fragment, shown, ({ nodeType, nodeName }) => {
    if (nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
    return skipped.test(nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) texts.push(node);
  }
  return texts;
}

/** A part of a text, and the node that replaces it. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly node: Node;
}

function drawEmoji(text: Text, home: TextContext, customEmoji: ServerEmoji[]): void {
  const { data, ownerDocument } = text;
  const found = [...data.matchAll(/:([\w+-]{1,64}):/g)].flatMap(({ 0: match, 1: name = "", index }): Replacement[] => {
    const to = index + match.length;
    if (home.emojiEndWords && /^[:\p{L}\p{Nd}]/u.test(data.slice(to))) return [];
    const emoji = home.findEmoji?.(name);
    if (emoji !== undefined) return [{ from: index, to, node: ownerDocument.createTextNode(emoji) }];
    if (!home.customEmoji.includes(name)) return [];
    const node = ownerDocument.createElement("span");
    customEmoji.push({ place: node, name, url: emojiUrl(name, home) });
    return [{ from: index, to, node }];
  });
  replaceParts(text, found);
}

function linkReferences(text: Text, home: Home): void {
  const { data, ownerDocument } = text;
  const found = findReferences(data).flatMap(({ from, to, reference }): Replacement[] => {
    const url = referenceUrl(reference, home);
    if (url === undefined || !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return [];
    const node = linkTo(ownerDocument.createElement("a"), url);
    const words = data.slice(from, to);
    if (reference.is === "commit") {
      const code = ownerDocument.createElement("code");
      code.textContent = words.replace(/[\da-f]{11,64}$/, (sha) => sha.slice(0, 10));
      node.append(code);
    } else {
      node.textContent = words;
    }
    return [{ from, to, node }];
  });
  replaceParts(text, found);
}

/** Replaces parts of a text, in order. A text may have more of them than a call may have arguments. */
function replaceParts(text: Text, parts: readonly Replacement[]): void {
  if (parts.length === 0) return;
  const nodes = text.ownerDocument.createDocumentFragment();
  let end = 0;
  for (const { from, to, node } of parts) {
    nodes.append(text.data.slice(end, from), node);
    end = to;
  }
  nodes.append(text.data.slice(end));
  text.replaceWith(nodes);
}

function decodeUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
