// The messages that all panels exchange with the extension. Types only: a panel's own messages
// are in its messages.ts, and those of a page of facts in page/model.ts.
import type { Page } from "../page/model.ts";
import type { Act } from "../page/text-model.ts";

/** What the extension lays into a panel's first HTML, in `<meta name="triptych" content="…">` as JSON. */
export interface PageSetup {
  /** What the panel is about; it goes into the kept state unchanged, so that a reload finds it again. */
  readonly thing: unknown;
  /**
   * Milliseconds between two heartbeats of the extension; after three missing ones, the panel reports the lost
   * connection.
   */
  readonly beat: number;
  /** What a page of facts shows at once. */
  readonly page?: Page<Act> | undefined;
}

/** What a panel keeps with `setState`; VS Code hands it back to the extension after a reload. */
export interface Kept<View> {
  readonly thing: unknown;
  /** The reader's position: scroll, tab, what is expanded. */
  readonly view?: View;
}

/** From the panel to the extension. */
export type Upward<Body> =
  /**
   * The script listens: sent once per load, also when a hidden panel returns. The extension answers with the full
   * state.
   */
  | { readonly type: "ready" }
  /** The user typed something, so the panel is not to be replaced by another one. */
  | { readonly type: "keep" }
  | { readonly type: "message"; readonly body: Body };

/** From the extension to the panel. */
export type Downward<Body> =
  /** The extension is alive. Sent while the panel is visible. */
  | { readonly type: "beat" }
  | { readonly type: "message"; readonly body: Body }
  /** The panel is about another thing from now on. */
  | { readonly type: "thing"; readonly thing: unknown };
