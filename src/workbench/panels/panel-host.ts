// Opens, restores and replaces panels, and connects each with its page.
import { randomBytes } from "node:crypto";
import {
  commands,
  env,
  Uri,
  ViewColumn,
  window,
  type Disposable,
  type WebviewPanel,
  type WebviewPanelSerializer,
} from "vscode";
import { l10n } from "../text/l10n.ts";
import { getFields } from "../../base/json/is-table.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import type { HostMessage, SavedState } from "../../panels/kit/connection/messages.ts";
import { markDone } from "../walkthrough-steps.ts";
import { Emitter } from "../events.ts";
import type { Every } from "../timer.ts";
import type { Log } from "../log/log.ts";
import { inLine } from "../text/encode.ts";
import { html } from "./html-template.ts";
import { translateKit } from "../text/kit-strings.ts";
import type { Connection, Message, PanelKind } from "./panel-kind.ts";
import { renderPage } from "./page-html.ts";
import { chooseColumn, Previews, type Placement } from "../placement.ts";
import { format } from "../text/format.ts";

const HEARTBEAT_INTERVAL_MS = 5000;

/**
 * How many heartbeats a visible page may take to report that it is ready. On a busy machine, VS Code may fail to load
 * the script of a page, which would then stay empty. Such a page is drawn again, each time with twice as long to
 * report.
 */
const MAX_SILENT_HEARTBEATS = 4;

/** The extension's folders that panels may load files from. */
export interface PanelFolders {
  /** Built scripts and style sheets. */
  readonly scripts: Uri;
  readonly media: Uri;
}

/**
 * Shows panels: one per subject, restored after a reload, and unloaded while hidden. A click on a row opens a preview,
 * which the next preview of the same view replaces.
 */
export class Panels implements Disposable {
  readonly #folders: PanelFolders;
  readonly #log: Log;
  readonly #every: Every;
  readonly #opensBeside: () => boolean;
  readonly #showProblem: (problem: Problem) => void;
  readonly #previews = new Previews();
  readonly #open = new Map<string, WebviewPanel>();
  readonly #redraws = new Map<WebviewPanel, () => void>();
  readonly #focusChanged = new Emitter<void>();
  /** Fires when another panel gets the focus, or none has it any more. */
  readonly onDidChangeFocus = this.#focusChanged.event;

  /** `showProblem` shows why what a button of a page does failed. */
  constructor(
    folders: PanelFolders,
    log: Log,
    every: Every,
    opensBeside: () => boolean = () => false,
    showProblem: (problem: Problem) => void = () => undefined,
  ) {
    this.#folders = folders;
    this.#log = log;
    this.#every = every;
    this.#opensBeside = opensBeside;
    this.#showProblem = showProblem;
    this.#focusChanged.event(() => this.#updatePreviewContext());
  }

  /** Shows the panel of the subject, or reveals it if it is already open. */
  show<Subject, Out extends Message>(kind: PanelKind<Subject, Out>, subject: Subject, placement?: Placement): void {
    markDone(kind.id);
    const open = this.#open.get(toPanelId(kind, subject));
    if (open !== undefined) {
      if (placement?.kind !== "preview") this.#keep(open);
      open.reveal(placement?.kind === "side" ? ViewColumn.Beside : undefined);
      return;
    }
    const replaced = this.#previews.findReplaced(placement);
    const column = replaced?.viewColumn ?? chooseColumn(placement, this.#opensBeside(), this.#open.values());
    const panel = window.createWebviewPanel(kind.id, "", column, { enableFindWidget: true });
    this.#previews.add(panel, placement);
    this.#populate(panel, kind, subject);
    // Disposed of only now, because a column disappears with its last tab.
    replaced?.dispose();
    this.#updatePreviewContext();
  }

  /** Draws all panels again, after a change that affects texts on all of them. */
  redraw(): void {
    for (const redraw of this.#redraws.values()) redraw();
  }

  /** Keeps the focused panel open if it is a preview. */
  keepActive(): void {
    for (const panel of this.#open.values()) if (panel.active) this.#keep(panel);
  }

  /** Returns the key of the focused panel, if it is of this kind. */
  focused(kind: string): string | undefined {
    for (const [id, panel] of this.#open)
      if (panel.active && id.startsWith(`${kind} `)) return id.slice(kind.length + 1);
    return undefined;
  }

  /** Returns the column in which the panel of a subject is in front, if it is. */
  findVisibleColumn(kind: string, key: string): ViewColumn | undefined {
    const panel = this.#open.get(`${kind} ${key}`);
    return panel?.visible === true ? panel.viewColumn : undefined;
  }

  /** Restores the panels of this kind that were open before the window was reloaded. */
  serializer<Subject, Out extends Message>(
    kind: PanelKind<Subject, Out>,
  ): WebviewPanelSerializer<Partial<SavedState<unknown>> | undefined> {
    return {
      deserializeWebviewPanel: (panel, saved) => {
        this.#restore(panel, kind, saved?.subject);
        return Promise.resolve();
      },
    };
  }

  dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
    this.#focusChanged.dispose();
  }

  #keep(panel: WebviewPanel): void {
    this.#previews.remove(panel);
    this.#updatePreviewContext();
  }

  #updatePreviewContext(): void {
    const isActive = [...this.#open.values()].some((panel) => panel.active && this.#previews.has(panel));
    void commands.executeCommand("setContext", "triptych.previewIsActive", isActive);
  }

  #restore<Subject, Out extends Message>(panel: WebviewPanel, kind: PanelKind<Subject, Out>, saved: unknown): void {
    let subject: Subject;
    try {
      subject = kind.decodeSubject(saved);
    } catch (error) {
      this.#log.warn("Could not restore a panel", { panel: kind.id, error });
      panel.webview.options = { enableScripts: false, localResourceRoots: [] };
      panel.webview.html = html`<p>${l10n.t("This page can't be restored. Open it again from its view.")}</p>`.text;
      return;
    }
    // The user may have opened the panel again before VS Code restored the old one.
    if (this.#open.has(toPanelId(kind, subject))) panel.dispose();
    else this.#populate(panel, kind, subject);
  }

  #populate<Subject, Out extends Message>(panel: WebviewPanel, kind: PanelKind<Subject, Out>, subject: Subject): void {
    const { scripts, media } = this.#folders;
    const { webview } = panel;
    let id = toPanelId(kind, subject);
    let current = subject;
    let isListening = false;
    // VS Code throws if a closed panel is accessed, and work that is still running may post a message.
    let isClosed = false;
    const draw = (): void => {
      const { title, body, page } = connection.paint();
      panel.title = inLine(title);
      webview.html = renderPage({
        title,
        body,
        script: String(webview.asWebviewUri(Uri.joinPath(scripts, `${kind.script}.js`))),
        styles: ["kit.css", `${kind.script}.css`].map((style) =>
          String(webview.asWebviewUri(Uri.joinPath(scripts, style))),
        ),
        setup: { subject: current, heartbeatMs: HEARTBEAT_INTERVAL_MS, page },
        strings: translateKit(l10n),
        language: env.language,
        timeZone: format.timeZone,
        source: webview.cspSource,
        nonce: randomBytes(16).toString("base64"),
      });
    };
    const post = (message: HostMessage<Message>): void => {
      if (!isClosed && isListening && panel.visible) void webview.postMessage(message);
    };
    const connection = kind.connect(subject, {
      post: (message) => post({ type: "message", body: message }),
      setTitle: (newer) => {
        if (!isClosed) panel.title = inLine(newer);
      },
      move: (to, how) => {
        if (isClosed) return false;
        const wanted = toPanelId(kind, to);
        const other = this.#open.get(wanted);
        if (other !== undefined && other !== panel) {
          // Closing a panel in the background must not move the focus.
          if (how !== "renamed" || panel.active) other.reveal();
          if (how === "renamed") panel.dispose();
          return false;
        }
        this.#open.delete(id);
        this.#open.set(wanted, panel);
        id = wanted;
        current = to;
        post({ type: "subject", subject: to });
        return true;
      },
    });
    let silentHeartbeats = 0;
    let maxSilentHeartbeats = MAX_SILENT_HEARTBEATS;
    const heartbeat = this.#every(HEARTBEAT_INTERVAL_MS, () => {
      post({ type: "heartbeat" });
      silentHeartbeats = isListening || !panel.visible ? 0 : silentHeartbeats + 1;
      if (silentHeartbeats < maxSilentHeartbeats) return;
      silentHeartbeats = 0;
      maxSilentHeartbeats *= 2;
      this.#log.warn("Drew a panel again, as its page did not load", { panel: kind.id });
      redraw();
    });
    const receiving = webview.onDidReceiveMessage((message: unknown) => {
      void this.#receive(kind.id, connection, message, {
        ready: () => {
          // If the panel was hidden while its page loaded, that page is gone, and the next one reports when it is
          // ready.
          isListening = panel.visible;
          if (!isListening) return;
          // The panel may have moved after this page was drawn. VS Code restores it from what the page saves.
          post({ type: "subject", subject: current });
          connection.ready();
        },
        keep: () => this.#keep(panel),
      });
    });
    /** Replaces the page with a new one, which shows the current state at once and reports when it is ready. */
    const redraw = (): void => {
      isListening = false;
      connection.hidden?.();
      draw();
    };
    const hiding = panel.onDidChangeViewState(() => {
      this.#focusChanged.fire();
      // VS Code unloads the page of a hidden panel.
      if (!panel.visible) redraw();
    });
    this.#redraws.set(panel, redraw);
    panel.onDidDispose(() => {
      isClosed = true;
      this.#open.delete(id);
      this.#redraws.delete(panel);
      this.#previews.remove(panel);
      this.#focusChanged.fire();
      for (const owned of [heartbeat, receiving, hiding, connection]) owned.dispose();
    });
    this.#open.set(id, panel);
    panel.iconPath = {
      light: Uri.joinPath(media, `${kind.icon}-light.svg`),
      dark: Uri.joinPath(media, `${kind.icon}-dark.svg`),
    };
    webview.options = {
      enableScripts: true,
      enableForms: false,
      enableCommandUris: false,
      localResourceRoots: [scripts, media],
    };
    draw();
  }

  async #receive(
    panel: string,
    connection: Connection,
    message: unknown,
    actions: { readonly ready: () => void; readonly keep: () => void },
  ): Promise<void> {
    let handling: void | Promise<void>;
    try {
      const { type, body } = getFields(message);
      if (type === "ready" || type === "keep") {
        actions[type]();
        return;
      }
      if (type !== "message") throw new Problem("malformed", { detail: "a message of the panel is not known" });
      handling = connection.receive(body);
    } catch (error) {
      const problem = asProblem(error);
      this.#log.warn(`Could not handle a message from a panel: ${problem.message}`, { panel });
      return;
    }
    try {
      await handling;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind !== "canceled") this.#showProblem(problem);
    }
  }
}

function toPanelId<Subject, Out extends Message>(kind: PanelKind<Subject, Out>, subject: Subject): string {
  return `${kind.id} ${kind.toKey(subject)}`;
}
