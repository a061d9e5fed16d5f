import type { Disposable } from "vscode";
import type { Html } from "./html.ts";

/** What a panel's message is told apart by. */
export interface Message {
  readonly type: string;
}

/** For every message that a panel may send, how it is read and what it does. The compiler asks for each. */
export type Receivers<In extends Message> = {
  readonly [Type in In["type"]]: {
    /** A panel's messages are from the other side of a wall: each is decoded, or a problem thrown. */
    decode(body: unknown): Extract<In, { readonly type: Type }>;
    handle(message: Extract<In, { readonly type: Type }>): void | Promise<void>;
  };
};

/** A panel's end in the extension. */
export interface Port<Out extends Message, Thing = never> {
  /** Sends to the panel, if it listens: one that does not yet, or is hidden, gets everything when it is ready. */
  post(message: Out): void;
  /** The title of the tab. */
  retitle(title: string): void;
  /** The panel is about another thing from now on. Where one is open for that already, it comes to the front instead. */
  move(thing: Thing): boolean;
}

/** What stands behind one open panel. */
export interface Connection<In extends Message> extends Disposable {
  readonly receivers: Receivers<In>;
  /** The panel listens, for the first time or again: it is sent all that there is to show. */
  ready(): void;
  /** The panel is no longer seen; its page is gone until it is ready again. */
  hidden?(): void;
}

/** All panels of one sort: a report, a thread, a block. */
export interface PanelKind<Thing, In extends Message, Out extends Message> {
  /** The view type, as the activation event in the manifest names it. */
  readonly id: `triptych.${string}`;
  /** The folder of src/panels whose script draws it. */
  readonly script: string;
  /** A picture in the media folder, without its ending. */
  readonly icon: string;
  /** Tells the panels of one sort apart: there is one a thing. */
  keyOf(thing: Thing): string;
  /** Reads what was kept of the thing over a reload, or throws a problem. */
  decodeThing(kept: unknown): Thing;
  /** What is seen at once, of what is known at once. */
  paint(thing: Thing): { readonly title: string; readonly body: Html };
  connect(thing: Thing, port: Port<Out, Thing>): Connection<In>;
}
