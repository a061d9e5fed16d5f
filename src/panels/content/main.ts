// The page of every panel that shows facts: draws the page that the extension sends, and reports what the user presses.
import { nothing, render } from "lit";
import { connect } from "../kit/connection/connect.ts";
import "../kit/controls/copy.ts";
import { keepFocus } from "../kit/controls/keep-focus.ts";
import { isInTextField, isMac } from "../kit/controls/keyboard.ts";
import "../kit/layout/head.ts";
import { html } from "../kit/html.ts";
import { icon } from "../kit/icon.ts";
import type { Head, PanelContent, ToPage, Under } from "../kit/content/content-model.ts";
import type { ContentMessage } from "../kit/content/text-model.ts";
import { PartDrawer } from "../kit/content/draw-parts.ts";
import { drawSpan, drawText, drawToolbar } from "../kit/content/draw-text.ts";
import "./content.css";

const connection = connect<ToPage, ContentMessage>();
const place = document.querySelector<HTMLElement>("main");
const drawer = new PartDrawer((message) => connection.post(message), draw);
// The first paint: the content at the time the extension wrote the page's HTML.
let page = connection.setup.page;
draw();

connection.on((message) => {
  if (message.type === "content") {
    if (message.content.title !== page?.title) drawer.forget();
    page = message.content;
  } else {
    drawer.addPortion(message);
  }
  draw();
  drawer.markOpen();
});

// Handled before VS Code, which would go back or forward in its own history.
document.addEventListener(
  "keydown",
  (event) => {
    const act = page?.keys?.[keyName(event)];
    // On a Mac, Option and an arrow move the cursor by a word.
    if (act === undefined || (isMac() && isInTextField(event))) return;
    event.preventDefault();
    event.stopPropagation();
    connection.post(act);
  },
  { capture: true },
);

/** "Alt+ArrowLeft" */
function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const held = { Ctrl: ctrlKey, Meta: metaKey, Alt: altKey, Shift: shiftKey };
  return [...Object.entries(held).flatMap(([name, isHeld]) => (isHeld ? [name] : [])), key].join("+");
}

function draw(): void {
  if (place === null || page === undefined) return;
  const template = drawPage(page);
  document.title = page.title;
  keepFocus(() => render(template, place));
}

function drawPage({ title, head, parts: all, foot }: PanelContent<ContentMessage>) {
  return html`${drawHead(title, head)} ${drawer.draw(all)}
  ${foot === undefined ? nothing : html`<footer class="quiet small">${drawText(foot, post)}</footer>`}`;
}

function post(message: ContentMessage): void {
  connection.post(message);
}

function drawHead(title: string, { crumb, mark, picture, toolbar, beside, under }: Head<ContentMessage>) {
  return html`<triptych-head>
    ${
      crumb === undefined
        ? nothing
        : html`<span slot="crumb"
            >${icon(crumb.icon)}${crumb.texts.map((text, at) => html`${at === 0 ? nothing : html`&nbsp;· `}<bdi>${text}</bdi>`)}</span
          >`
    }
    ${mark === undefined ? nothing : html`<span slot="mark" aria-hidden="true">${picture === undefined ? mark : html`<img src=${picture} alt="" />`}</span>`}
    ${drawToolbar(toolbar, "toolbar", post)}
    <h1>${title}</h1>
    ${beside === undefined ? nothing : drawToolbar(beside, "", post)} ${under?.map((each) => drawUnder(each))}
  </triptych-head>`;
}

/** Draws a text under the title. Values that can be copied get their own line. */
function drawUnder(under: Under<ContentMessage>) {
  const { copies, text, looks, href, act } = under;
  if (copies !== undefined) {
    return html`<div slot="under" class="handle">
      ${drawSpan(under, post)}<triptych-copy .text=${text ?? ""} .name=${copies}></triptych-copy>
    </div>`;
  }
  const isTag = looks?.includes("tag") === true;
  const inner = isTag ? { ...under, looks: looks?.filter((look) => look !== "tag") } : under;
  return html`<span slot="under" class=${isTag ? "tag" : href === undefined && act === undefined ? nothing : "link"}
    >${drawSpan(inner, post)}</span
  >`;
}
