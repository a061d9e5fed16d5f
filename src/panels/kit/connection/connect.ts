// Connects a page with the extension, and shows a banner when the extension stops responding.
import { render } from "lit";
import "../layout/banner.ts";
import { html } from "../html.ts";
import type { Downward, Kept, PageSetup, Upward } from "./protocol.ts";
import { strings } from "../localization.ts";

/** The extension counts as stopped when more heartbeats than this are missing in a row. */
const MAX_MISSED_BEATS = 3;

/** The API that VS Code provides to a webview. It can be acquired only once. */
interface VsCodeApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The page's end of the connection. */
export interface Connection<In, Out, View> {
  readonly opening: PageSetup;
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
  const opening = readOpening();
  const listeners: ((body: In) => void)[] = [];
  const bannerPlace = document.createElement("div");
  document.body.prepend(bannerPlace);
  let { thing } = opening;
  /** Counted rather than timed, because clocks can be set and computers can sleep. */
  let missedBeats = 0;

  /** After a reload, VS Code knows only the saved state of the panel, so its subject is saved from the start. */
  const saveThing = (newThing: unknown): void => {
    thing = newThing;
    const kept = getState();
    setState({ ...(isKept<View>(kept) ? kept : {}), thing } satisfies Kept<View>);
  };

  const showBanner = (hasStopped: boolean): void => {
    render(
      hasStopped
        ? html`<triptych-banner kind="caution" icon="debug-disconnect"
            ><b>${strings.alone}</b> ${strings.aloneNext}</triptych-banner
          >`
        : null,
      bannerPlace,
    );
  };
  const post = (message: Upward<Out>): void => postMessage(message);
  addEventListener("message", ({ data: message }: MessageEvent<Downward<In>>) => {
    missedBeats = 0;
    showBanner(false);
    if (message.type === "message") for (const listener of listeners) listener(message.body);
    if (message.type === "thing") saveThing(message.thing);
  });
  // A hidden page's timers sleep, and it gets no heartbeats, so counting restarts when it is visible again.
  document.addEventListener("visibilitychange", () => (missedBeats = 0));
  setInterval(() => {
    if (document.hidden) return;
    missedBeats += 1;
    if (missedBeats > MAX_MISSED_BEATS) showBanner(true);
  }, opening.beat);

  document.addEventListener("input", () => post({ type: "keep" }), { once: true });
  saveThing(thing);
  post({ type: "ready" });
  return {
    opening,
    post: (body) => post({ type: "message", body }),
    on: (listener) => void listeners.push(listener),
    getState: () => {
      const kept = getState();
      return isKept<View>(kept) ? kept.view : undefined;
    },
    setState: (view) => setState({ thing, view } satisfies Kept<View>),
  };
}

function isKept<View>(state: unknown): state is Kept<View> {
  return typeof state === "object" && state !== null && "thing" in state;
}

function readOpening(): PageSetup {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="triptych"]');
  const opening: unknown = meta === null ? undefined : JSON.parse(meta.content);
  if (!isOpening(opening)) throw new Error("The page does not say what it is about: <meta name=triptych> is missing.");
  return opening;
}

function isOpening(opening: unknown): opening is PageSetup {
  return isKept(opening) && "beat" in opening && typeof opening.beat === "number";
}
