// Connects a page with the extension, and shows a banner when the extension stops responding.
import { render } from "lit";
import "../layout/banner.ts";
import { html } from "../html.ts";
import type { HostMessage, SavedState, PageSetup, PageMessage } from "./messages.ts";
import { strings } from "../localization.ts";

/** The extension counts as stopped when more heartbeats than this are missing in a row. */
const MAX_MISSED_HEARTBEATS = 3;

/** The API that VS Code provides to a webview. It can be acquired only once. */
interface VsCodeApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The page's end of the connection. */
export interface Connection<In, Out, View> {
  readonly setup: PageSetup;
  post(body: Out): void;
  /** Calls the listener with every message. */
  on(listener: (body: In) => void): void;
  /** Returns the reader's position before the reload, if it was saved. */
  getState(): View | undefined;
  setState(view: View): void;
}

/**
 * Opens the connection and reports that the page is ready. Call it once per page, because VS Code returns its API only
 * once. If heartbeats stop, a banner appears above the content until the next message arrives.
 */
export function connect<In, Out, View = unknown>(): Connection<In, Out, View> {
  const { postMessage, getState, setState } = acquireVsCodeApi();
  const setup = readSetup();
  const listeners: ((body: In) => void)[] = [];
  const bannerPlace = document.createElement("div");
  document.body.prepend(bannerPlace);
  let { subject } = setup;
  /** Counted rather than timed, because clocks can be set and computers can sleep. */
  let missedHeartbeats = 0;

  /** After a reload, VS Code knows only the saved state of the panel, so its subject is saved from the start. */
  const saveSubject = (newSubject: unknown): void => {
    subject = newSubject;
    const saved = getState();
    setState({ ...(isSavedState<View>(saved) ? saved : {}), subject } satisfies SavedState<View>);
  };

  const showBanner = (hasStopped: boolean): void => {
    render(
      hasStopped
        ? html`<triptych-banner kind="caution" icon="debug-disconnect"
            ><b>${strings.stopped}</b> ${strings.stoppedNext}</triptych-banner
          >`
        : null,
      bannerPlace,
    );
  };
  const post = (message: PageMessage<Out>): void => postMessage(message);
  addEventListener("message", ({ data: message }: MessageEvent<HostMessage<In>>) => {
    missedHeartbeats = 0;
    showBanner(false);
    if (message.type === "message") for (const listener of listeners) listener(message.body);
    if (message.type === "subject") saveSubject(message.subject);
  });
  // A hidden page's timers sleep, and it gets no heartbeats, so counting restarts when it is visible again.
  document.addEventListener("visibilitychange", () => (missedHeartbeats = 0));
  setInterval(() => {
    if (document.hidden) return;
    missedHeartbeats += 1;
    if (missedHeartbeats > MAX_MISSED_HEARTBEATS) showBanner(true);
  }, setup.heartbeatMs);

  document.addEventListener("input", () => post({ type: "keep" }), { once: true });
  saveSubject(subject);
  post({ type: "ready" });
  return {
    setup,
    post: (body) => post({ type: "message", body }),
    on: (listener) => void listeners.push(listener),
    getState: () => {
      const saved = getState();
      return isSavedState<View>(saved) ? saved.view : undefined;
    },
    setState: (view) => setState({ subject, view } satisfies SavedState<View>),
  };
}

function isSavedState<View>(state: unknown): state is SavedState<View> {
  return typeof state === "object" && state !== null && "subject" in state;
}

function readSetup(): PageSetup {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="triptych"]');
  const setup: unknown = meta === null ? undefined : JSON.parse(meta.content);
  if (!isSetup(setup)) throw new Error("The page does not say what it is about: <meta name=triptych> is missing.");
  return setup;
}

function isSetup(setup: unknown): setup is PageSetup {
  return isSavedState(setup) && "heartbeatMs" in setup && typeof setup.heartbeatMs === "number";
}
