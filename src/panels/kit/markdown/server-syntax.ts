// Turns references, emoji and URLs in a text into what the server would show.
import { referenceUrl, emojiUrl, shortenUrl, type Home } from "./server-links.ts";
import { referencesIn } from "./references.ts";

/** A text's home, with the emoji that every server supports. */
export interface TextContext extends Home {
  readonly findEmoji?: (name: string) => string | undefined;
}

/** One of the server's own emoji, and the element to replace by its picture. */
export interface ServerEmoji {
  readonly place: Element;
  readonly url: string;
  readonly name: string;
}

/** Links references, draws `:emoji:` and shortens the server's own URLs. */
export function mark(fragment: DocumentFragment, home: TextContext): readonly ServerEmoji[] {
  for (const link of fragment.querySelectorAll("a")) shorten(link, home);
  const signs: ServerEmoji[] = [];
  for (const text of findTextNodes(fragment)) drawSigns(text, home, signs);
  for (const text of findTextNodes(fragment)) linkReferences(text, home);
  return signs;
}

/** Shortens a link only if its text is its URL: other text was chosen by its author. */
function shorten(link: HTMLAnchorElement, home: Home): void {
  const words = link.textContent ?? "";
  const address = link.getAttribute("href") ?? "";
  const short = words === address || words === decodeAddress(address) ? shortenUrl(address, home) : undefined;
  if (short === undefined) return;
  if (!short.code) {
    link.textContent = short.words;
    return;
  }
  const code = link.ownerDocument.createElement("code");
  code.textContent = short.words;
  link.replaceChildren(code);
}

/** Text nodes that are neither code nor inside a link. */
function findTextNodes(fragment: DocumentFragment): readonly Text[] {
  const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = fragment.ownerDocument.createTreeWalker(fragment, shown, ({ nodeType, nodeName }) => {
    if (nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
    return /^(A|CODE|PRE)$/.test(nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) texts.push(node);
  }
  return texts;
}

function drawSigns(text: Text, home: TextContext, signs: ServerEmoji[]): void {
  if (!text.data.includes(":")) return;
  replaceIn(text, /:([\w+-]{1,64}):/g, ({ 0: sign, 1: name = "", index = 0 }, document) => {
    const follows = text.data.slice(index + sign.length);
    if (home.signsEndWords && /^[:\p{L}\p{Nd}]/u.test(follows)) return undefined;
    const emoji = home.findEmoji?.(name);
    if (emoji !== undefined) return document.createTextNode(emoji);
    if (!home.signs.includes(name)) return undefined;
    const place = document.createElement("span");
    signs.push({ place, name, url: emojiUrl(name, home) });
    return place;
  });
}

function linkReferences(text: Text, home: Home): void {
  const found = referencesIn(text.data);
  if (found.length === 0) return;
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const { from, to, reference } of found) {
    const address = referenceUrl(reference, home);
    if (address === undefined || !/^https?:$/.test(URL.parse(address)?.protocol ?? "")) continue;
    const link = text.ownerDocument.createElement("a");
    link.href = address;
    link.title = address;
    link.rel = "noreferrer";
    const words = text.data.slice(from, to);
    if (reference.is === "commit") {
      const code = text.ownerDocument.createElement("code");
      code.textContent = words.replace(/[\da-f]{11,64}$/, (sha) => sha.slice(0, 10));
      link.append(code);
    } else {
      link.textContent = words;
    }
    nodes.push(text.data.slice(end, from), link);
    end = to;
  }
  if (end > 0) text.replaceWith(...nodes, text.data.slice(end));
}

function replaceIn(
  text: Text,
  pattern: RegExp,
  made: (match: RegExpMatchArray, document: Document) => Node | undefined,
): void {
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const match of text.data.matchAll(pattern)) {
    // The colon that ends one name can't start the next.
    if (match.index < end) continue;
    const node = made(match, text.ownerDocument);
    if (node === undefined) continue;
    nodes.push(text.data.slice(end, match.index), node);
    end = match.index + match[0].length;
  }
  if (end > 0) text.replaceWith(...nodes, text.data.slice(end));
}

function decodeAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
