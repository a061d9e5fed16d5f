// The host's view of panels: their kind, and the source behind each open one.
import type { Disposable } from "vscode";
import type { Page } from "../../panels/kit/page/model.ts";
import type { Act } from "../../panels/kit/page/text-model.ts";
import type { Html } from "./html.ts";
import type { Receive } from "./receive.ts";

/** The property that distinguishes a panel's messages. */
export interface Message {
  readonly type: string;
}

/** A panel's end in the extension. */
export interface Port<Out extends Message, Thing = never> {
  /** Sends to the panel if it is ready; a hidden panel gets everything when it is ready again. */
  post(message: Out): void;
  /** The title of the tab. */
  setTitle(title: string): void;
  /**
   * The panel is about another thing from now on. If a panel for it is already open, reveals that one instead; if the
   * thing is the same under another name, also closes this one.
   */
  move(thing: Thing, how?: "renamed"): boolean;
}

/** What is seen before the panel's script has run. */
export interface FirstPaint {
  readonly title: string;
  readonly body: Html;
  /** For a page of facts: what its script draws at once. */
  readonly page?: Page<Act>;
}

/** What is behind one open panel. */
export interface Connection extends Disposable {
  /** A panel's messages come from outside: each is decoded, or a problem thrown. */
  readonly receive: Receive;
  paint(): FirstPaint;
  /** The panel's script runs, for the first time or again, and needs everything that there is to show. */
  ready(): void;
  /** The panel was hidden; its page is gone until it is ready again. */
  hidden?(): void;
}

/** All panels of one kind: of reports, threads or blocks. */
export interface PanelKind<Thing, Out extends Message> {
  /** The view type, as the activation event in the manifest names it. */
  readonly id: `triptych.${string}`;
  /** The folder of src/panels whose script draws it. */
  readonly script: string;
  /** Name of an image in the media folder, without its extension. */
  readonly icon: string;
  /** Identifies the panel: there is one for each thing. */
  toKey(thing: Thing): string;
  /** Decodes the state that was saved before a reload, or throws a problem. */
  decodeThing(kept: unknown): Thing;
  connect(thing: Thing, port: Port<Out, Thing>): Connection;
}
