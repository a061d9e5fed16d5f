// Shows Markdown from servers, such as the text of a comment.
import { css, LitElement, unsafeCSS } from "lit";
import { Code } from "./code.ts";
import { keepFocus } from "../controls/keep-focus.ts";
import { emit } from "../events.ts";
import { Icon } from "../icon.ts";
import { icons, type IconName, type Tone } from "../icons.ts";
import type { ImageState } from "./image-state.ts";
import { Image } from "./image.ts";
import { renderMarkdown, type AlertKind } from "../markdown/markdown.ts";
import { linkTo, type TextContext } from "../markdown/server-syntax.ts";
import { shared } from "../styles.ts";
import { strings } from "../localization.ts";

/** The icons and colors of alerts. */
const ALERTS: Readonly<Record<AlertKind, readonly [IconName, Tone]>> = {
  note: ["info", "news"],
  tip: ["lightbulb", "good"],
  important: ["bell", "done"],
  warning: ["warning", "caution"],
  caution: ["error", "bad"],
};

/**
 * `<triptych-prose>Some *text*</triptych-prose>` runs nothing, requests nothing, and its links lead to the web. The
 * event `wanted` reports which images the reader wants to see.
 */
export class Prose extends LitElement {
  // The marks of `q` are fixed: for its own, the browser counts the depth again at each one, which takes seconds.
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        max-inline-size: 720px;
        line-height: 20px;
      }
      .prose > * + * {
        margin-block-start: var(--space-8);
      }
      .prose:dir(rtl) {
        text-align: start;
      }
      ul,
      ol {
        padding-inline-start: 20px;
      }
      ul {
        list-style: disc;
      }
      ol {
        list-style: decimal;
      }
      li > :is(ul, ol) {
        margin-block-start: 0;
      }
      li.task {
        position: relative;
        list-style: none;
      }
      li.task > input {
        position: absolute;
        inset-inline-start: -20px;
        inset-block-start: 3px;
        display: grid;
        place-items: center;
        inline-size: 14px;
        block-size: 14px;
        margin: 0;
        border: 1px solid var(--vscode-checkbox-border, var(--input-edge));
        border-radius: 3px;
        background: var(--vscode-checkbox-background, transparent);
        color: var(--vscode-checkbox-foreground, inherit);
        appearance: none;
      }
      li.task > input:checked::before {
        font: normal 12px/12px codicon;
        content: "${unsafeCSS(icons.check)}";
      }
      li.task > triptych-icon {
        position: absolute;
        inset-inline-start: -20px;
        inset-block-start: 2px;
      }
      :is(h3, h4, h5, h6) {
        padding-block-start: var(--space-4);
        font-weight: 600;
      }
      h3 {
        font-size: 15px;
      }
      :is(h5, h6) {
        font-size: var(--size-small);
      }
      code {
        padding: 1px var(--space-4);
        border: 1px solid var(--code-edge);
        border-radius: var(--round);
        background: var(--vscode-textPreformat-background);
        color: var(--vscode-textPreformat-foreground);
        font-family: var(--mono);
        font-size: 0.923em;
      }
      blockquote {
        margin: 0;
        padding: var(--space-4) var(--space-12);
        border-inline-start: 3px solid var(--vscode-textBlockQuote-border);
        color: var(--quiet);
      }
      blockquote > * + * {
        margin-block-start: var(--space-8);
      }
      blockquote[class] {
        border-color: currentcolor;
      }
      blockquote[class] > * {
        color: var(--text);
      }
      .kind {
        display: flex;
        align-items: center;
        gap: var(--space-4);
        font-weight: 600;
      }
      hr {
        border: 0;
        border-block-start: 1px solid var(--hairline);
      }
      .wide {
        overflow: auto;
      }
      .wide [height] {
        block-size: auto;
      }
      table {
        border-collapse: collapse;
        overflow-wrap: normal;
      }
      :is(kbd, samp) {
        padding: 0 var(--space-4);
        border: 1px solid var(--tag-edge);
        border-radius: var(--round);
        font-family: var(--mono);
        font-size: 0.923em;
      }
      :is(sub, sup) {
        line-height: 0;
      }
      mark {
        background: var(--vscode-editor-findMatchHighlightBackground, transparent);
        color: inherit;
      }
      q::before,
      q::after {
        content: '"';
      }
      summary {
        cursor: pointer;
      }
      details > :not(summary) {
        margin-block-start: var(--space-8);
      }
      .note {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 var(--space-8);
      }
      .note > :not(a) {
        grid-column: 2;
      }
      dd {
        padding-inline-start: var(--space-16);
      }
      :is(td, th) {
        padding: var(--space-4) var(--space-12) var(--space-4) 0;
        border-block-end: 1px solid var(--row-line);
        vertical-align: top;
      }
      th {
        border-color: var(--hairline);
        font-size: var(--size-small);
        font-weight: 600;
      }
      th:not([align]) {
        text-align: start;
      }
    `,
  ];
  static override properties = {
    text: {},
    base: {},
    home: { attribute: false },
    images: { attribute: false },
    ticks: { type: Boolean },
  };

  /** The Markdown. If it is not set, the text inside the element is shown. */
  text: string | undefined;
  /** URL that relative URLs are resolved against. */
  base = "";
  /** Where the text belongs on an issue server. With it, references to threads, people and commits become links. */
  home: TextContext | undefined;
  /** The states of images, by URL. If undefined, the page can't load images, and shows links to them. */
  images: ReadonlyMap<string, ImageState> | undefined = new Map();
  /** Tasks can be checked. The event `ticked` reports it, and the result arrives as a new text. */
  ticks = false;
  #drawnImages: readonly Image[] = [];

  override render() {
    return this.#body;
  }

  readonly #body = document.createElement("div");

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!this.hasUpdated || ["text", "base", "home", "ticks"].some((each) => changed.has(each))) this.#draw();
    for (const image of this.#drawnImages) image.state = this.images?.get(image.url);
  }

  #draw(): void {
    const text = this.text ?? this.textContent?.trim() ?? "";
    const { fragment, images, emoji, blocks, tasks, alerts, notes } = renderMarkdown(text, this.base, this.home);
    const isLinked = this.images === undefined;
    for (const { place, url, alt } of isLinked ? images : []) {
      const link = linkTo(document.createElement("a"), url);
      link.textContent = alt || url;
      place.replaceWith(link);
    }
    this.#drawnImages = [
      ...(isLinked ? [] : images).map(({ place, ...picture }) => replaceByImage(place, picture)),
      ...emoji.map(({ place, url, name }) => replaceByImage(place, { url, alt: `:${name}:`, emoji: true })),
    ];
    for (const { place, language, code } of blocks) {
      const block = new Code();
      block.text = code;
      block.language = language;
      block.label = language === "" ? strings.code : `${strings.code}, ${language}`;
      place.replaceWith(block);
    }
    for (const { place, done, line } of tasks) {
      place.classList.add("task");
      place.prepend(this.ticks ? this.#createCheckbox(place, line, done) : createTaskIcon(done));
    }
    for (const { place, kind } of alerts) {
      [, place.className] = ALERTS[kind];
      place.prepend(createAlertTitle(kind));
    }
    const links = notes.map(({ place, label }) => {
      const link = document.createElement("a");
      const isText = place.tagName === "DIV";
      link.role = isText ? "doc-backlink" : "doc-noteref";
      link.href = "#";
      link.textContent = label;
      if (isText) place.className = "note";
      place.prepend(link);
      return link;
    });
    for (const link of links) {
      link.addEventListener("click", (clicked) => {
        clicked.preventDefault();
        // VS Code's own listener, further out, would scroll to the top.
        clicked.stopPropagation();
        links.find(({ role, textContent }) => role !== link.role && textContent === link.textContent)?.focus();
      });
    }
    for (const wide of fragment.querySelectorAll(".wide")) wide.ariaLabel = strings.table;
    this.#body.className = "prose";
    const focused = this.shadowRoot?.activeElement;
    const opened = Array.from(this.#body.querySelectorAll("details"), ({ open }) => open);
    for (const [index, details] of fragment.querySelectorAll("details").entries())
      details.open = opened[index] ?? details.open;
    // With the direction set, the browser would determine it again for each child.
    this.#body.dir = "";
    keepFocus(() => this.#body.replaceChildren(fragment));
    this.#body.dir = "auto";
    // Checking a task draws the text again, which must neither close its details nor cost the focus.
    if (focused instanceof HTMLInputElement) this.#findCheckbox(focused.value)?.focus({ preventScroll: true });
  }

  #findCheckbox(line: string): HTMLInputElement | undefined {
    return [...this.#body.querySelectorAll<HTMLInputElement>("li.task > input")].find(({ value }) => value === line);
  }

  #createCheckbox(task: HTMLElement, line: number, done: boolean): HTMLElement {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.value = String(line);
    box.checked = done;
    box.ariaLabel = (task.innerText || task.textContent || "").trim().split("\n")[0] ?? "";
    box.addEventListener("click", (clicked) => {
      // The box shows the state on the server, which hasn't changed yet.
      clicked.preventDefault();
      emit(this, "ticked", { line, done: !done });
    });
    return box;
  }
}

/** Shows whether a task that can't be changed is done. */
function createTaskIcon(done: boolean): HTMLElement {
  const mark = new Icon();
  mark.setAttribute("name", done ? "pass-filled" : "circle-large-outline");
  mark.setAttribute("label", done ? strings.done : strings.toDo);
  if (done) mark.className = "good";
  return mark;
}

function createAlertTitle(kind: AlertKind): HTMLElement {
  const title = document.createElement("p");
  const mark = new Icon();
  const [name, tone] = ALERTS[kind];
  mark.setAttribute("name", name);
  mark.className = tone;
  title.className = "kind";
  title.append(mark, strings[kind]);
  return title;
}

function replaceByImage(
  place: Element,
  picture: Pick<Image, "url" | "alt"> & Partial<Pick<Image, "width" | "height" | "emoji">>,
): Image {
  const image = Object.assign(new Image(), picture);
  place.replaceWith(image);
  return image;
}

customElements.define("triptych-prose", Prose);
