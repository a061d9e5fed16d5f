// Panels whose page is one value of the page model: a wing says what there is to see, and this opens, restores and
// refreshes it.
import type { Disposable } from "vscode";
import type { Page, ToPage } from "../../panels/kit/page/model.ts";
import type { Act } from "../../panels/kit/page/text-model.ts";
import { html } from "./html.ts";
import type { Connection, PanelKind, Port } from "./kind.ts";
import type { Receive } from "./receive.ts";

/** A panel's end of its page. */
export interface PagePort<Thing> {
  /** Shows what `page` returns now. */
  update(): void;
  /** Sends rows of a table or places of a chart. */
  send(portion: Exclude<ToPage, { readonly type: "page" }>): void;
  /** The panel is about another thing from now on. If a panel for it is already open, reveals that one instead. */
  move(thing: Thing): boolean;
}

/** What is behind one open page. */
export interface PageSource extends Disposable {
  readonly receive: Receive;
  page(): Page<Act>;
  /** The page is there, for the first time or again: it needs the rows that were sent before. */
  ready?(): void;
  /** The page is gone until it is ready again. */
  hidden?(): void;
}

export interface PageKind<Thing> extends Pick<PanelKind<Thing, ToPage>, "id" | "icon" | "toKey" | "decodeThing"> {
  open(thing: Thing, port: PagePort<Thing>): PageSource;
}

export type PagePanel<Thing> = PanelKind<Thing, ToPage>;

export function pagePanel<Thing>(kind: PageKind<Thing>): PagePanel<Thing> {
  return { ...kind, script: "page", connect: (thing, port) => connect(kind, thing, port) };
}

function connect<Thing>(kind: PageKind<Thing>, thing: Thing, port: Port<ToPage, Thing>): Connection {
  let isOpen = false;
  const show = (): void => {
    const page = source.page();
    port.setTitle(page.title);
    port.post({ type: "page", page });
  };
  const source = kind.open(thing, {
    // What a source shows while it is made is part of the first paint.
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
      return { title: page.title, body: html`<main class="panel"></main>`, page };
    },
    ready: () => {
      show();
      source.ready?.();
    },
    hidden: () => source.hidden?.(),
    dispose: () => source.dispose(),
  };
}
