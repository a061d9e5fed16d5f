// The page of a thread: messages and the reader's actions change one state, and the state is drawn.
import { render } from "lit";
import { connect } from "../kit/connection/connect.ts";
import type { KitEvents } from "../kit/events.ts";
import { keepFocus } from "../kit/controls/keep-focus.ts";
import { format } from "../kit/localization.ts";
import type { WriteBox } from "./parts/write-box.ts";
import { content, type EventHandlers } from "./content.ts";
import { Draft } from "./draft.ts";
import { Images, listDrawn } from "./images.ts";
import { findKeyAct, type KeyAct } from "./keys.ts";
import { LineFocus } from "./line-focus.ts";
import { isThreadUrl, findLink } from "./links.ts";
import { LongTexts } from "./long-texts.ts";
import type { ActionView, CommentView, FromExtension, LineView, ReaderPosition } from "./messages.ts";
import type { FromPanel } from "./protocol.ts";
import { VisibleLines } from "./visible-lines.ts";
import { EVERYTHING, getLineKey, type Choice } from "./line-filter.ts";
import { createState, reduce, type Change } from "./state.ts";
import "./thread.css";

/**
 * Delay after the last movement before the position is saved and the visible comments are reported, in milliseconds.
 */
const SETTLED_MS = 250;

/** The extension and the page each copy a pasted file in memory. Larger ones can be pasted in the editor. */
const MAX_PASTED_BYTES = 64 * 1024 * 1024;

const connection = connect<FromExtension, FromPanel, ReaderPosition>();
const root = document.querySelector("main") ?? document.body.appendChild(document.createElement("main"));
const draft = new Draft((message) => connection.post(message));
const images = new Images((url, how) => connection.post({ type: "image", url, ...how }));
const texts = new LongTexts(
  (id, from) => connection.post({ type: "more", id, from }),
  (id) => connection.post({ type: "openText", id }),
);
const visibleLines = new VisibleLines(() => root.querySelector("triptych-timeline"), draw);
const lineFocus = new LineFocus({
  root,
  visibleLines,
  lines: () => state.lines,
  focus: (key) => {
    change({ type: "placed", focus: key });
    draw();
  },
});

let state = createState(connection.getState(), format);
let settling: ReturnType<typeof setTimeout> | undefined;

/** Updates the state, and whatever depends on its lines. */
function change(what: Change): void {
  const before = state;
  state = reduce(state, what);
  if (state.lines !== before.lines) visibleLines.setLines(state.lines);
}

connection.on((message) => {
  change(message);
  switch (message.type) {
    case "thread":
      images.setServer(message.thread.home.server);
      break;
    case "lines":
    case "banners":
    case "show":
      restorePlace();
      break;
    case "more":
      texts.addSlice(message, state.incoming.lines.find(isComment(message.of)));
      break;
    case "write":
      draft.markSaved(message.write?.text);
      break;
    case "replaced":
      draft.replace(message.from, message.to);
      break;
    case "image":
      images.receive(message.url, message.state);
      break;
    case "hosts":
      images.setAllowedHosts(message.hosts);
      break;
    case "loading":
    case "failed":
    case "reactions":
    case "busy":
      break;
  }
  visibleLines.scheduleUpdate();
  draw();
});

const handlers: EventHandlers = {
  acted: ({ detail, target }) => {
    const id = target instanceof HTMLElement ? target.dataset["id"] : undefined;
    if (id === undefined) return;
    if (detail === "react") startPicking(id);
    else connection.post({ type: "act", act: detail, id });
  },
  reacted: ({ detail, target }) => {
    const id = findCommentId(target);
    if (id !== undefined) connection.post({ type: "react", id, ...detail });
  },
  ticked: ({ detail, target }) => {
    const id = findCommentId(target);
    if (id !== undefined) connection.post({ type: "tick", id, ...detail });
  },
  wanted: ({ detail, target }) => {
    images.loadAgreed(detail.url, detail.always);
    draw();
    // The pressed button is gone as soon as the image draws itself.
    findLine(target)?.focus({ preventScroll: true });
  },
  hostsManaged: () => connection.post({ type: "action", id: "manageImageHosts" }),
  unfolded: ({ detail, target }) => {
    const key = target instanceof HTMLElement ? target.dataset["key"] : undefined;
    if (key === undefined) return;
    change({ type: "unfolded", key, open: detail });
    savePlace();
  },
  typed: ({ detail }) => {
    draft.type(detail);
    if (draft.typed !== detail) draw();
  },
  posted: ({ detail }) => draft.submit("post", detail),
  closed: ({ detail }) => draft.submit("close", detail),
  editor: ({ detail }) => draft.submit("editor", detail),
  attached: ({ detail }) => {
    draft.save();
    void attach(detail);
  },
};

async function attach({ file, placeholder }: KitEvents["attached"]): Promise<void> {
  const { name, size, type: kind } = file;
  const data = size > MAX_PASTED_BYTES ? undefined : await file.arrayBuffer().catch(() => undefined);
  connection.post({ type: "attach", placeholder, name, kind, content: data && new Uint8Array(data) });
}

function isComment(id: string): (each: LineView) => each is CommentView {
  return (each): each is CommentView => each.kind === "comment" && each.id === id;
}

/** Returns the ID of the comment that an event happened in. */
function findCommentId(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.closest<HTMLElement>("[data-id]")?.dataset["id"] : undefined;
}

/** Returns the line that has or contains an element. */
function findLine(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement ? target.closest<HTMLElement>("[data-key]") : null;
}

function startPicking(id: string): void {
  change({ type: "picking", comment: state.picking === id ? undefined : id });
  draw();
  root.querySelector<HTMLElement>(".picker button")?.focus();
}

function draw(): void {
  const { body, picking } = state;
  if (body === undefined) return;
  if (root.dataset["drawn"] === undefined) root.replaceChildren();
  root.dataset["drawn"] = "";
  root.ariaBusy = String(state.busy);
  const thread = body.type === "thread" ? body.thread : undefined;
  const shown = {
    state,
    slices: visibleLines.slices(),
    typed: draft.typed,
    texts,
    images: images.states,
    picking: { at: picking, names: thread?.reactions ?? [], label: thread?.strings.react ?? "", pick, cancel },
    choose,
    leaveSearch,
    showAll,
    showDates,
    goToComment,
    toggleKeys,
    onKeysClosed,
    act,
    post,
    handlers,
  };
  keepFocus(() => render(content(body, shown), root));
  settle();
}

/** Scrolls to the requested comment, or to the reader's last position, once its line exists. */
function restorePlace(): void {
  const { choice, incoming, place, requested } = state;
  if (requested !== undefined) {
    const key = `comment ${requested.id}`;
    if (!incoming.lines.some((each) => getLineKey(each) === key)) return;
    // A requested comment is shown regardless of the filter.
    choose({ ...EVERYTHING, newestFirst: choice.newestFirst });
    if (!visibleLines.hold(key, innerHeight / 3)) return;
    const isFree = document.hasFocus() && document.activeElement === document.body;
    change({ type: "placed", focus: requested.takesFocus || isFree ? key : undefined });
  } else if (place !== undefined) {
    if (place.top === undefined) scrollTo({ top: place.scroll, behavior: "instant" });
    else if (!visibleLines.hold(place.top.key, place.top.offset)) return;
    change({ type: "placed", focus: state.focusing });
  }
}

/** Once scrolling has ended, reports the visible comments and saves the position. Focuses the line to be focused. */
function settle(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    savePlace();
    if (images.loadDrawn(listDrawn(root))) draw();
    const ids = visibleLines.listVisible().flatMap((each) => (each.kind === "comment" ? [each.id] : []));
    if (ids.length > 0 && ids.join(" ") !== state.reported) {
      change({ type: "reported", ids: ids.join(" ") });
      connection.post({ type: "visible", ids });
    }
  }, SETTLED_MS);
  const comment = state.focusing === undefined ? null : lineFocus.findElement(state.focusing);
  if (comment === null) return;
  change({ type: "focused" });
  comment.focus({ preventScroll: true });
}

function savePlace(): void {
  const { body, choice, open, place } = state;
  if (body?.type !== "thread" || place !== undefined) return;
  const top = visibleLines.top();
  connection.setState({ ...(top === undefined ? {} : { top }), scroll: scrollY, ...choice, open: [...open] });
}

function choose(choice: Partial<Choice>): void {
  change({ type: "chose", choice });
  draw();
}

/** Ends the search: clears its text, and focuses the first visible line, so that keys act there. */
function leaveSearch(): void {
  choose({ search: "" });
  lineFocus.goToVisible();
}

/** Shows all lines of the chosen kind. The button is then gone, so the focus goes to the first visible line. */
function showAll(): void {
  choose({ since: "", before: "", search: "" });
  lineFocus.goToVisible();
}

function showDates(): void {
  change({ type: "datesToggled" });
  draw();
}

function goToComment(id: string): void {
  change({ type: "show", id, takesFocus: true });
  restorePlace();
  draw();
}

/** Opens the list of keys, or closes it and returns the focus. */
function toggleKeys(): void {
  const before = root.querySelector("dialog");
  if (before?.open === true) {
    before.close();
    return;
  }
  change({ type: "keysShown", shown: true });
  draw();
  root.querySelector("dialog")?.showModal();
}

/** Called when the list of keys was closed. The browser reports it late, when the list may be open again. */
function onKeysClosed(): void {
  if (root.querySelector("dialog")?.open === true) return;
  change({ type: "keysShown", shown: false });
  draw();
}

function act({ id, about }: ActionView): void {
  post({ type: "action", id, about });
}

function post(message: FromPanel): void {
  connection.post(message);
}

function pick(reaction: string): void {
  const { picking, reactions } = state;
  if (picking === undefined) return;
  const own = reactions.get(picking)?.find(({ id }) => id === reaction)?.own === true;
  if (!own) connection.post({ type: "react", id: picking, reaction, on: true });
  cancel();
}

/** Closes the picker of reactions, and returns the focus to the comment. */
function cancel(): void {
  const comment = lineFocus.findElement(`comment ${state.picking}`);
  change({ type: "picking", comment: undefined });
  draw();
  comment?.focus({ preventScroll: true });
}

const KEYS: Readonly<Record<KeyAct, () => void>> = {
  keys: toggleKeys,
  reply: () => root.querySelector<WriteBox>("triptych-write-box")?.focus(),
  search: () => root.querySelector<HTMLElement>("[data-search]")?.focus(),
  next: () => lineFocus.moveFocus(1),
  previous: () => lineFocus.moveFocus(-1),
  newAfter: () => lineFocus.goToNew(1),
  newBefore: () => lineFocus.goToNew(-1),
};

addEventListener("scroll", settle, { passive: true });
document.addEventListener("visibilitychange", () => {
  if (document.hidden) savePlace();
});
root.addEventListener("click", (event) => {
  const servers = state.body?.type === "thread" ? state.body.thread.servers : [];
  const url = findLink(event);
  if (url === undefined || !isThreadUrl(url, servers)) return;
  // VS Code's own listener, further out, would offer to open the link in the browser.
  event.preventDefault();
  event.stopPropagation();
  connection.post({ type: "follow", href: url });
});
addEventListener("keydown", (event) => {
  const keyAct = findKeyAct(event);
  // Behind the open list of keys, nothing moves; its own key closes it.
  if (keyAct === undefined || (keyAct !== "keys" && root.querySelector("dialog")?.open === true)) return;
  event.preventDefault();
  KEYS[keyAct]();
});
