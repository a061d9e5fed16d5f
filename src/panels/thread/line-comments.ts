// Draws comments on lines of code, below the review that they belong to.
import { nothing, type TemplateResult } from "lit";
import { html } from "../kit/html.ts";
import "./parts/hunk.ts";
import "../kit/icon.ts";
import type { ImageState } from "../kit/text/image-state.ts";
import type { TextContext } from "../kit/markdown/server-syntax.ts";
import "../kit/text/prose.ts";
import "../kit/text/time.ts";
import type { CommentView, NoteView } from "./messages.ts";

interface NoteContext {
  readonly home: TextContext;
  readonly images: ReadonlyMap<string, ImageState>;
}

export function renderNotes({ notes = [], missing }: CommentView, context: NoteContext): readonly TemplateResult[] {
  return [
    ...notes.map((each) => renderNote(each, context)),
    ...(missing === undefined
      ? []
      : [html`<p class="note-head">${missing.sentence} <a href=${missing.href}>${missing.link}</a></p>`]),
  ];
}

function renderNote(view: NoteView, { home, images }: NoteContext): TemplateResult {
  const { path, patch, language, outdated, who, where, href, at, resolved, markdown, cut } = view;
  return html`<section class="note" aria-label="${path}, ${where}">
    ${
      patch === ""
        ? html`<p class="note-head">
            <triptych-icon name="file"></triptych-icon><span class="mono path" dir="ltr">${path}</span>
          </p>`
        : html`<triptych-hunk path=${path} language=${language} .patch=${patch} ?outdated=${outdated}></triptych-hunk>`
    }
    <p class="note-head">
      ${who === "" ? nothing : html`<b><bdi>${who}</bdi></b>`}<a href=${href}>${where}</a
      ><triptych-time datetime=${at}></triptych-time>${
        resolved === "" ? nothing : html`<span class="tag">${resolved}</span>`
      }
    </p>
    <triptych-prose .text=${markdown} .home=${home} .images=${images}></triptych-prose>
    ${cut === "" ? nothing : html`<p class="note-head">${cut} <a href=${href}>${where}</a></p>`}
  </section>`;
}
