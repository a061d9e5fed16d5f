// The page of a thread: messages and the reader's actions change one state, and the state is drawn.
import { render } from "lit";
import { connect } from "../kit/connection/connect.ts";
import { format } from "../kit/localization.ts";
import type { WriteBox } from "./parts/write-box.ts";
import { content, type EventHandlers } from "./content.ts";
import { Draft } from "./draft.ts";
import { Images, listDrawn } from "./images.ts";
import { keyAct, type KeyAct } from "./parts/keys.ts";
import { LineFocus } from "./parts/line-focus.ts";
import { isThreadUrl, findLink } from "./links.ts";
import { LongTexts } from "./long-texts.ts";
import type { ActionView, CommentView, FromExtension, FromPanel, LineView, Place } from "./messages.ts";
import { VisibleLines } from "./visible-lines.ts";
import { EVERYTHING, getLineKey, type Choice } from "./line-filter.ts";
import { openState, reduce, type Change } from "./state.ts";
import "./thread.css";

/**
 * Delay after the last movement before the position is saved and the visible comments are reported, in milliseconds.
 */
const SETTLED_MS = 250;

const line = connect<FromExtension, FromPanel, Place>();
const root = document.querySelector("main") ?? document.body.appendChild(document.createElement("main"));
const draft = new Draft((message) => line.post(message));
const images = new Images((url, how) => line.post({ type: "image", url, ...how }));
const texts = new LongTexts(
  (id, from) => line.post({ type: "more", id, from }),
  (id) => line.post({ type: "takeText", id }),
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

let state = openState(line.getState(), format);
let settling: ReturnType<typeof setTimeout> | undefined;

/** Updates the state, and what depends on the lines with it. */
function change(what: Change): void {
  const before = state;
  state = reduce(state, what);
  if (state.lines !== before.lines) visibleLines.lines(state.lines);
}

line.on((message) => {
  change(message);
  switch (message.type) {
    case "thread":
      images.at(message.thread.home.server);
      break;
    case "lines":
    case "banners":
    case "show":
      findPlace();
      break;
    case "more":
      texts.take(message, state.incoming.lines.find(isComment(message.of)));
      break;
    case "write":
      draft.markSaved(message.write?.text);
      break;
    case "image":
      images.receive(message.url, message.state);
      break;
    case "hosts":
      images.allow(message.hosts);
      break;
    case "reading":
    case "failed":
    case "reactions":
    case "busy":
      break;
  }
  visibleLines.look();
  draw();
});

const hear: EventHandlers = {
  acted: ({ detail, target }) => {
    const id = target instanceof HTMLElement ? target.dataset["id"] : undefined;
    if (id === undefined) return;
    if (detail === "react") startPicking(id);
    else line.post({ type: "act", act: detail, id });
  },
  reacted: ({ detail, target }) => {
    const id = findCommentId(target);
    if (id !== undefined) line.post({ type: "react", id, ...detail });
  },
  ticked: ({ detail, target }) => {
    const id = findCommentId(target);
    if (id !== undefined) line.post({ type: "tick", id, ...detail });
  },
  wanted: ({ detail }) => {
    images.loadAgreed(detail.url, detail.always);
    draw();
  },
  hostsManaged: () => line.post({ type: "action", id: "manageImageHosts" }),
  unfolded: ({ detail, target }) => {
    const key = target instanceof HTMLElement ? target.dataset["key"] : undefined;
    if (key === undefined) return;
    change({ type: "unfolded", key, open: detail });
    keepPlace();
  },
  typed: ({ detail }) => draft.type(detail),
  posted: ({ detail }) => draft.submit("post", detail),
  closed: ({ detail }) => draft.submit("close", detail),
  editor: ({ detail }) => draft.submit("editor", detail),
};

function isComment(id: string): (each: LineView) => each is CommentView {
  return (each): each is CommentView => each.kind === "comment" && each.id === id;
}

/** The comment that an event happened in. */
function findCommentId(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.closest<HTMLElement>("[data-id]")?.dataset["id"] : undefined;
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
    picking: { at: picking, names: thread?.reactions ?? [], label: thread?.words.react ?? "", pick, cancel },
    choose,
    leaveSearch,
    showDates,
    toggleKeys,
    forgetKeys,
    act,
    hear,
  };
  const { activeElement } = document;
  render(content(body, shown), root);
  // The list may have moved the element with the focus among others, which takes the focus from it.
  if (activeElement instanceof HTMLElement && root.contains(activeElement) && document.activeElement === document.body)
    activeElement.focus({ preventScroll: true });
  settle();
}

/** Scrolls to the requested comment, or to the reader's last position, once its line exists. */
function findPlace(): void {
  const { choice, incoming, place, wanted } = state;
  if (wanted !== undefined) {
    const key = `comment ${wanted}`;
    if (!incoming.lines.some((each) => getLineKey(each) === key)) return;
    // A requested comment is shown whatever the filter.
    choose({ ...EVERYTHING, newestFirst: choice.newestFirst });
    if (visibleLines.hold(key, innerHeight / 3)) change({ type: "placed", focus: key });
  } else if (place !== undefined) {
    if (place.top === undefined) scrollTo({ top: place.scroll, behavior: "instant" });
    else if (!visibleLines.hold(place.top.key, place.top.offset)) return;
    change({ type: "placed", focus: state.focusing });
  }
}

/** Once scrolling has ended, reports the visible comments and saves the position. */
function settle(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    keepPlace();
    if (images.loadDrawn(listDrawn(root))) draw();
    const ids = visibleLines.listVisible().flatMap((each) => (each.kind === "comment" ? [each.id] : []));
    if (ids.length > 0 && ids.join(" ") !== state.seen) {
      change({ type: "saw", ids: ids.join(" ") });
      line.post({ type: "sight", ids });
    }
  }, SETTLED_MS);
  const comment = state.focusing === undefined ? null : lineFocus.element(state.focusing);
  if (comment === null) return;
  change({ type: "focused" });
  comment.focus({ preventScroll: true });
}

function keepPlace(): void {
  const { body, choice, open, place } = state;
  if (body?.type !== "thread" || place !== undefined) return;
  const top = visibleLines.top();
  line.setState({ ...(top === undefined ? {} : { top }), scroll: scrollY, ...choice, open: [...open] });
}

function choose(choice: Partial<Choice>): void {
  change({ type: "chose", choice });
  draw();
}

/** Ends the search: everything is shown again, and keys act where the reader is. */
function leaveSearch(): void {
  choose({ words: "" });
  lineFocus.goToSight();
}

function showDates(): void {
  change({ type: "datesToggled" });
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

/** The browser reports that the list was closed a moment later, when it may be open again. */
function forgetKeys(): void {
  if (root.querySelector("dialog")?.open === true) return;
  change({ type: "keysShown", shown: false });
  draw();
}

function act({ id, about }: ActionView): void {
  line.post({ type: "action", id, about });
}

function pick(reaction: string): void {
  const { picking, reactions } = state;
  if (picking === undefined) return;
  const own = reactions.get(picking)?.find(({ id }) => id === reaction)?.own === true;
  if (!own) line.post({ type: "react", id: picking, reaction, on: true });
  cancel();
}

/** The reader chose a reaction or canceled, and the focus returns to the comment. */
function cancel(): void {
  const comment = lineFocus.element(`comment ${state.picking}`);
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
  if (document.hidden) keepPlace();
});
root.addEventListener("click", (clicked) => {
  const servers = state.body?.type === "thread" ? state.body.thread.servers : [];
  const address = findLink(clicked);
  if (address === undefined || !isThreadUrl(address, servers)) return;
  // VS Code listens further out and would offer to open the link in the browser.
  clicked.preventDefault();
  clicked.stopPropagation();
  line.post({ type: "follow", href: address });
});
addEventListener("keydown", (pressed) => {
  const asked = keyAct(pressed);
  if (asked === undefined) return;
  pressed.preventDefault();
  KEYS[asked]();
});
