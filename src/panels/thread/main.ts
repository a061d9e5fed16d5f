import { render } from "lit";
import { connect } from "../kit/connect.ts";
import "../kit/kit.css";
import { emojiOf } from "../kit/markdown/emoji.ts";
import type { Known } from "../kit/markdown/marks.ts";
import type { WriteBox } from "../kit/write-box.ts";
import { content } from "./content.ts";
import type { Body, Hearing } from "./content.ts";
import { Draft } from "./draft.ts";
import { Images } from "./images.ts";
import { Incoming } from "./incoming.ts";
import { LongTexts } from "./long-texts.ts";
import type {
  ActionView,
  BannerView,
  CommentView,
  FromExtension,
  FromPanel,
  HomeView,
  LineView,
  Place,
  ReactionView,
  WriteView,
} from "./messages.ts";
import { isThreadOf, linkOf } from "./links.ts";
import { newPlace } from "./news.ts";
import { keyOf, Sheet } from "./sheet.ts";
import { chosen, EVERYTHING, sizeOf } from "./sight.ts";
import type { Choice } from "./sight.ts";
import "./thread.css";

/** How long after the last movement the place is kept, and what is in sight is told, in milliseconds. */
const SETTLED = 250;

const line = connect<FromExtension, FromPanel, Place>();
const root = document.querySelector("main") ?? document.body.appendChild(document.createElement("main"));
const before = line.getState();

let body: Body | undefined;
let write: WriteView | undefined;
let banners: readonly BannerView[] = [];
let busy = false;
let home: Known = { server: "", repository: "", signs: [] };
let homeSaid = "";
let choice: Choice = chosenBefore(before);
let sizes = { chosen: 0, all: 0, count: 0 };
let dates = false;
let open: ReadonlySet<string> = new Set(before?.open);
let reactions: ReadonlyMap<string, readonly ReactionView[]> = new Map();
let picking: string | undefined;
/** The comment that is to be brought into sight once it is there. */
let wanted: string | undefined;
/** Where the reader was before the reload, until it is found again. */
let place = before;
/** The line that is to have the focus once it is drawn. */
let focusing: string | undefined;
let seen = "";
let settling: ReturnType<typeof setTimeout> | undefined;

const incoming = new Incoming();
const draft = new Draft((message) => line.post(message));
const images = new Images((url, how) => line.post({ type: "image", url, ...how }));
const texts = new LongTexts(
  (id, from) => line.post({ type: "more", id, from }),
  (id) => line.post({ type: "takeText", id }),
);
const sheet = new Sheet(() => root.querySelector("triptych-timeline"), draw);

line.on((message) => {
  switch (message.type) {
    case "reading":
    case "failed":
    case "thread":
      body = message;
      if (message.type === "thread") settleIn(message.thread.home);
      break;
    case "lines":
      if (!incoming.take(message)) return;
      list();
      findPlace();
      break;
    case "more":
      texts.take(message, incoming.lines.find(isComment(message.of)));
      break;
    case "write":
      write = message.write;
      draft.kept(write?.text);
      break;
    case "banners":
      banners = message.banners;
      break;
    case "busy":
      busy = message.busy;
      break;
    case "show":
      wanted = message.id;
      findPlace();
      break;
    case "image":
      images.told(message.url, message.state);
      break;
    case "hosts":
      images.allow(message.hosts);
      break;
    case "reactions":
      reactions = new Map([...reactions, [message.of, message.reactions]]);
      break;
  }
  sheet.look();
  draw();
});

const hear: Hearing = {
  acted: ({ detail, target }) => {
    const id = target instanceof HTMLElement ? target.dataset["id"] : undefined;
    if (id === undefined) return;
    if (detail === "react") startPicking(id);
    else line.post({ type: "act", act: detail, id });
  },
  reacted: ({ detail, target }) => {
    const id = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-id]")?.dataset["id"] : undefined;
    if (id !== undefined) line.post({ type: "react", id, ...detail });
  },
  wanted: ({ detail }) => {
    images.want(detail.url, detail.always);
    draw();
  },
  hostsManaged: () => line.post({ type: "action", id: "manageImageHosts" }),
  unfolded: ({ detail, target }) => {
    const key = target instanceof HTMLElement ? target.dataset["key"] : undefined;
    if (key === undefined) return;
    const others = [...open].filter((each) => each !== key);
    open = new Set(detail ? [...others, key] : others);
    keepPlace();
  },
  typed: ({ detail }) => draft.type(detail),
  posted: ({ detail }) => draft.hand("post", detail),
  editor: ({ detail }) => draft.hand("editor", detail),
};

function isComment(id: string): (each: LineView) => each is CommentView {
  return (each): each is CommentView => each.kind === "comment" && each.id === id;
}

function chosenBefore(kept: Place | undefined): Choice {
  const { kind, newestFirst, since, before: until, words } = { ...EVERYTHING, ...kept };
  return { kind, newestFirst, since, before: until, words };
}

function startPicking(id: string): void {
  picking = picking === id ? undefined : id;
  draw();
  root.querySelector<HTMLElement>(".picker button")?.focus();
}

function draw(): void {
  if (body === undefined) return;
  if (root.dataset["drawn"] === undefined) root.replaceChildren();
  root.dataset["drawn"] = "";
  root.ariaBusy = String(busy);
  const thread = body.type === "thread" ? body.thread : undefined;
  const shown = {
    slices: sheet.slices(),
    ...sizes,
    banners,
    write,
    typed: draft.typed,
    home,
    texts,
    images: images.states,
    reactions,
    open,
    choice,
    dates,
    picking: { at: picking, names: thread?.reactions ?? [], label: thread?.words.react ?? "", pick, cancel },
    choose,
    showDates,
    act,
    hear,
  };
  render(content(body, shown), root);
  settle();
}

/** The lines that are chosen, and how many comments and events these are. */
function list(): void {
  const lines = chosen(incoming.lines, choice);
  sizes = { chosen: sizeOf(lines), all: sizeOf(incoming.lines), count: lines.length };
  sheet.lines(lines);
}

/** What the texts stand in; it stays the same object while it is the same, so that no text is read twice. */
function settleIn(view: HomeView): void {
  images.at(view.server);
  if (JSON.stringify(view) === homeSaid) return;
  homeSaid = JSON.stringify(view);
  home = { ...view, emojiOf };
}

/** What is wanted, or where the reader was, comes into sight once its line is there. */
function findPlace(): void {
  if (wanted !== undefined) {
    const key = `comment ${wanted}`;
    if (!incoming.lines.some((each) => keyOf(each) === key)) return;
    // A comment that is asked for is shown, whatever was chosen before.
    choose({ ...EVERYTHING, newestFirst: choice.newestFirst });
    if (!sheet.hold(key, innerHeight / 3)) return;
    focusing = key;
    wanted = undefined;
    place = undefined;
  } else if (place !== undefined) {
    if (place.top === undefined) scrollTo({ top: place.scroll, behavior: "instant" });
    else if (!sheet.hold(place.top.key, place.top.offset)) return;
    place = undefined;
  }
}

/** When all stands still: what is in sight is told, and where the reader is is kept. */
function settle(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    keepPlace();
    if (images.see(root)) draw();
    const ids = sheet.seen().flatMap((each) => (each.kind === "comment" ? [each.id] : []));
    if (ids.length > 0 && ids.join(" ") !== seen) {
      seen = ids.join(" ");
      line.post({ type: "sight", ids });
    }
  }, SETTLED);
  const comment =
    focusing === undefined ? null : root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focusing)}"]`);
  if (comment === null) return;
  focusing = undefined;
  comment.focus({ preventScroll: true });
}

function keepPlace(): void {
  if (body?.type !== "thread" || place !== undefined) return;
  const top = sheet.top();
  line.setState({ ...(top === undefined ? {} : { top }), scroll: scrollY, ...choice, open: [...open] });
}

function choose(change: Partial<Choice>): void {
  choice = { ...choice, ...change };
  list();
  draw();
}

function showDates(): void {
  const dated = choice.since !== "" || choice.before !== "";
  dates = !(dates || dated);
  choose(dates ? {} : { since: "", before: "" });
}

function act({ id, about }: ActionView): void {
  line.post({ type: "action", id, about });
}

function pick(reaction: string): void {
  if (picking === undefined) return;
  const own = reactions.get(picking)?.find(({ id }) => id === reaction)?.own === true;
  if (!own) line.post({ type: "react", id: picking, reaction, on: true });
  cancel();
}

/** The choice of a reaction is over, and the focus goes back to the comment. */
function cancel(): void {
  const comment = root.querySelector<HTMLElement>(`[data-key="${CSS.escape(`comment ${picking}`)}"]`);
  picking = undefined;
  draw();
  comment?.focus({ preventScroll: true });
}

addEventListener("scroll", settle, { passive: true });
document.addEventListener("visibilitychange", () => {
  if (document.hidden) keepPlace();
});
root.addEventListener("click", (clicked) => {
  const servers = body?.type === "thread" ? body.thread.servers : [];
  const address = linkOf(clicked);
  if (address === undefined || !isThreadOf(address, servers)) return;
  // VS Code listens further out, and would ask to open it in the browser.
  clicked.preventDefault();
  clicked.stopPropagation();
  line.post({ type: "follow", href: address });
});
addEventListener("keydown", (pressed) => {
  const target = pressed.composedPath()[0];
  const writing = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (writing || pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.defaultPrevented) return;
  if (pressed.key === "r") root.querySelector<WriteBox>("triptych-write-box")?.focus();
  else if (pressed.key === "/") root.querySelector<HTMLElement>("[data-search]")?.focus();
  else if (pressed.key === "n" || pressed.key === "N") goToNew(pressed.key === "n" ? 1 : -1);
  else return;
  pressed.preventDefault();
});

// The timeline knows only the lines that are drawn; its first and last may be others.
root.addEventListener(
  "keydown",
  (pressed) => {
    const { target, key } = pressed;
    if (!(target instanceof HTMLElement) || target.dataset["key"] === undefined) return;
    if (key !== "Home" && key !== "End") return;
    pressed.preventDefault();
    pressed.stopPropagation();
    goTo(key === "Home" ? 0 : sizes.count - 1);
  },
  { capture: true },
);

function goToNew(step: 1 | -1): void {
  const at = document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset["key"];
  const place = newPlace(chosen(incoming.lines, choice), at, step);
  if (place !== undefined) goTo(place);
}

/** The line at this place of all that are chosen gets the focus, also where it is not drawn yet. */
function goTo(index: number): void {
  const key = sheet.keyAt(index);
  if (key === undefined || !sheet.hold(key, innerHeight / 3)) return;
  focusing = key;
}
