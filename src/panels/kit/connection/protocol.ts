// What every panel and the extension say to each other, whatever the panel shows. Types only: a panel's own messages
// stand in its messages.ts, and those of a page of facts in page/model.ts.
import type { Page } from "../page/model.ts";
import type { Act } from "../page/text-model.ts";

/** What the extension lays into a panel's first HTML, in `<meta name="triptych" content="…">` as JSON. */
export interface PageSetup {
  /** What the panel is about; it goes into the kept state unchanged, so that a reload finds it again. */
  readonly thing: unknown;
  /** Milliseconds between two beats of the extension; after three without one, the panel says that it is alone. */
  readonly beat: number;
  /** What a page of facts shows at once. */
  readonly page?: Page<Act> | undefined;
}

/** What a panel keeps with `setState`; VS Code hands it back to the extension after a reload. */
export interface Kept<View> {
  readonly thing: unknown;
  /** Where the reader was: scroll, tab, what is unfolded. */
  readonly view?: View;
}

/** From the panel to the extension. */
export type Upward<Body> =
  /** The script listens: sent once a load, also when a hidden panel comes back. The extension answers with all it knows. */
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
