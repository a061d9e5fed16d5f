// Panels whose page is one value of the content model. A wing provides the page, and this module opens, restores and
// updates the panel.
import type { Disposable } from "vscode";
import type { PanelContent, ToPage } from "../../panels/kit/content/content-model.ts";
import type { ContentMessage } from "../../panels/kit/content/text-model.ts";
import { html } from "./html-template.ts";
import type { Connection, PanelKind, Port } from "./panel-kind.ts";
import type { Receive } from "./receive-messages.ts";

/** What a source can do with its page. */
export interface ContentPort<Subject> {
  /** Shows the current value of `page()`. */
  update(): void;
  /** Sends rows of a table or places of a chart. */
  send(portion: Exclude<ToPage, { readonly type: "content" }>): void;
  /** Moves the panel to another subject. If a panel for that is already open, reveals it and returns false. */
  move(subject: Subject): boolean;
}

/** The content and behavior of one open page. */
export interface ContentSource extends Disposable {
  readonly receive: Receive;
  page(): PanelContent<ContentMessage>;
  /** Called when the page is ready, for the first time or again. It needs the rows that were sent before. */
  ready?(): void;
  /** Called when the page is gone, until it is ready again. */
  hidden?(): void;
}

export interface ContentKind<Subject> extends Pick<
  PanelKind<Subject, ToPage>,
  "id" | "icon" | "toKey" | "decodeSubject"
> {
  open(subject: Subject, port: ContentPort<Subject>): ContentSource;
}

export type ContentPanel<Subject> = PanelKind<Subject, ToPage>;

export function contentPanel<Subject>(kind: ContentKind<Subject>): ContentPanel<Subject> {
  return { ...kind, script: "content", connect: (subject, port) => connect(kind, subject, port) };
}

function connect<Subject>(kind: ContentKind<Subject>, subject: Subject, port: Port<ToPage, Subject>): Connection {
  let isOpen = false;
  const show = (): void => {
    const content = source.page();
    port.setTitle(content.title);
    port.post({ type: "content", content });
  };
  const source = kind.open(subject, {
    // The first paint includes what the source shows while `open` runs.
    update: () => {
      if (isOpen) show();
    },
    send: (portion) => port.post(portion),
    move: (to) => port.move(to),
  });
  isOpen = true;
  return {
    receive: source.receive,
    paint: () => {
      const page = source.page();
      return { title: page.title, body: html`<main></main>`, page };
    },
    ready: () => {
      show();
      source.ready?.();
    },
    hidden: () => source.hidden?.(),
    dispose: () => source.dispose(),
  };
}
