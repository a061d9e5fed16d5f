// What the panel host needs of a panel: its kind, and the connection behind each open panel.
import type { Disposable } from "vscode";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import type { ContentMessage } from "../../panels/kit/content/text-model.ts";
import type { Html } from "./html-template.ts";
import type { Receive } from "./receive-messages.ts";

/** A message to a panel, distinguished by its type. */
export interface Message {
  readonly type: string;
}

/** What a connection can do with its panel. */
export interface Port<Out extends Message, Subject = never> {
  /** Sends a message if the page is ready. A page that isn't gets the full state when it becomes ready. */
  post(message: Out): void;
  setTitle(title: string): void;
  /**
   * Moves the panel to another subject and returns true. If a panel for that is already open, reveals that one instead
   * and returns false; after a rename, also closes this one.
   */
  move(subject: Subject, how?: "renamed"): boolean;
}

/** What the panel shows before its script runs. */
export interface FirstPaint {
  readonly title: string;
  readonly body: Html;
  /** For a page that shows content: what its script draws at once. */
  readonly page?: PanelContent<ContentMessage>;
}

/** The content and behavior of one open panel. */
export interface Connection extends Disposable {
  /** Handles a message of the page. Pages are untrusted: decodes the message, or throws a problem. */
  readonly receive: Receive;
  paint(): FirstPaint;
  /** Called when the page's script runs, for the first time or again. It needs the full state. */
  ready(): void;
  /** Called when the page is gone, because the panel was hidden or is drawn again. */
  hidden?(): void;
}

/** A kind of panels: those of one type of subject. */
export interface PanelKind<Subject, Out extends Message> {
  /** The view type, as in the manifest's activation events. */
  readonly id: `triptych.${string}`;
  /** The folder of src/panels whose script draws it. */
  readonly script: string;
  /** Name of an image in the media folder, without its extension. */
  readonly icon: string;
  /** Returns a key for a subject. Each key has at most one panel. */
  toKey(subject: Subject): string;
  /** Decodes the state that was saved before a reload, or throws a problem. */
  decodeSubject(saved: unknown): Subject;
  connect(subject: Subject, port: Port<Out, Subject>): Connection;
}
