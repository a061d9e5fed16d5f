// The messages that all panels exchange with the extension. Types only: those of one panel are in its protocol.ts, and what
// a page of content gets is in content-model.ts.
import type { PanelContent } from "../content/content-model.ts";
import type { ContentMessage } from "../content/text-model.ts";

/** Written by the extension into a page's HTML, as JSON in `<meta name="triptych" content="…">`. */
export interface PageSetup {
  /** The panel's subject. The page saves it unchanged in its state, so that it survives a reload. */
  readonly subject: unknown;
  /**
   * Milliseconds between two heartbeats of the extension. If more than three in a row are missing, the page reports the
   * lost connection.
   */
  readonly heartbeatMs: number;
  /** First content of a page that shows content. */
  readonly page?: PanelContent<ContentMessage> | undefined;
}

/** State that a page saves with `setState`. After a reload, VS Code passes it to the extension. */
export interface SavedState<View> {
  readonly subject: unknown;
  /** The reader's position, such as the scroll offset and expanded lines. */
  readonly view?: View;
}

/** Messages from a page to the extension. */
export type PageMessage<Body> =
  /**
   * The page's script is listening. Sent once per load, and a hidden panel that returns is loaded again. The extension
   * replies with the full state.
   */
  | { readonly type: "ready" }
  /** The user typed something, so the panel is no longer a preview that another one may replace. */
  | { readonly type: "keep" }
  | { readonly type: "message"; readonly body: Body };

/** Messages from the extension to a page. */
export type HostMessage<Body> =
  /** The extension is alive. Sent while the panel is visible. */
  | { readonly type: "heartbeat" }
  | { readonly type: "message"; readonly body: Body }
  /** The panel has another subject from now on. */
  | { readonly type: "subject"; readonly subject: unknown };
