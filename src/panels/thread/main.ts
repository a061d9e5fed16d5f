import { html, nothing, render } from "lit";
import type { TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import "../kit/banner.ts";
import "../kit/busy.ts";
import { connect } from "../kit/connect.ts";
import "../kit/empty.ts";
import type { KitEventMap } from "../kit/events.ts";
import "../kit/head.ts";
import "../kit/icon.ts";
import type { Image, ImageState } from "../kit/image.ts";
import "../kit/kinds.ts";
import "../kit/kit.css";
import "../kit/state.ts";
import "../kit/timeline.ts";
import "../kit/tool.ts";
import "../kit/write-box.ts";
import type { WriteBox } from "../kit/write-box.ts";
import { fact, lineOf, pieces } from "./lines.ts";
import type { IconName } from "../kit/icons.ts";
import type {
  ActionView,
  BannerView,
  FromExtension,
  FromPanel,
  Place,
  ThreadView,
  WhereView,
  WriteView,
} from "./messages.ts";
import "./thread.css";

/** How long after a key the draft is sent to be kept, in milliseconds. */
const KEEP = 250;

type Body =
  | { readonly is: "painted" }
  | {
      readonly is: "said";
      readonly message: Extract<FromExtension, { readonly type: "reading" | "failed" | "thread" }>;
    };

const line = connect<FromExtension, FromPanel, Place>();
const root = document.querySelector("main") ?? document.body.appendChild(document.createElement("main"));
const before = line.getState();

let body: Body = { is: "painted" };
let write: WriteView | undefined;
let banners: readonly BannerView[] = [];
let busy = false;
let kind = before?.kind ?? "all";
/** Hosts whose images the reader always wants to see. */
let hosts: readonly string[] = [];
let images: ReadonlyMap<string, ImageState> = new Map();
/** What stands in the box and is not yet known to be kept. */
let typed: string | undefined;
let keeping: ReturnType<typeof setTimeout> | undefined;
/** The comment that is to be brought into sight once it is drawn. */
let wanted: string | undefined;
let scrolled = before === undefined;

line.on((message) => {
  switch (message.type) {
    case "reading":
    case "failed":
    case "thread":
      body = { is: "said", message };
      break;
    case "write":
      write = message.write;
      if (write?.text === typed) typed = undefined;
      break;
    case "banners":
      banners = message.banners;
      break;
    case "busy":
      busy = message.busy;
      break;
    case "show":
      wanted = message.id;
      kind = kind === "events" ? "all" : kind;
      break;
    case "image":
      images = new Map([...images, [message.url, message.state]]);
      break;
    case "hosts":
      hosts = message.hosts;
      break;
  }
  draw();
});

function draw(): void {
  if (body.is === "painted") return;
  if (root.dataset["drawn"] === undefined) root.replaceChildren();
  root.dataset["drawn"] = "";
  root.ariaBusy = String(busy);
  render(content(body.message), root);
  void place();
}

/** Where the reader was, or what is wanted, comes into sight once all is drawn. */
async function place(): Promise<void> {
  if (body.is !== "said" || body.message.type !== "thread") return;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  if (hosts.length > 0) wantAllowed();
  if (wanted !== undefined) {
    const comment = root.querySelector<HTMLElement>(`triptych-comment[data-id="${CSS.escape(wanted)}"]`);
    if (comment === null) return;
    wanted = undefined;
    scrolled = true;
    comment.scrollIntoView({ block: "center" });
    comment.focus({ preventScroll: true });
  } else if (!scrolled && before !== undefined) {
    scrolled = true;
    scrollTo({ top: before.scroll });
  }
}

function content(message: Extract<Body, { is: "said" }>["message"]): TemplateResult {
  switch (message.type) {
    case "reading":
      return html`${head(message.where)}<triptych-busy now>${message.words}</triptych-busy>`;
    case "failed":
      return html`${head(message.where)}
        <h2 class="unheard">${message.where.words.tools}</h2>
        <triptych-empty icon="error" tone="bad" heading=${message.heading}
          >${message.words}${message.actions.map(
            (action, at) =>
              html`<button
                slot="actions"
                class="button ${at === 0 ? "" : "second"}"
                type="button"
                @click=${() => act(action)}
              >
                ${action.word}
              </button>`,
          )}</triptych-empty
        >`;
    case "thread":
      return thread(message.thread);
  }
}

function head(
  { repository, number, words }: WhereView,
  title = "",
  under: readonly TemplateResult[] = [],
): TemplateResult {
  const tool = (id: ActionView["id"], icon: IconName, name: string) =>
    html`<triptych-tool icon=${icon} name=${name} @click=${() => line.post({ type: "action", id })}></triptych-tool>`;
  return html`<triptych-head>
    <span slot="crumb"
      ><triptych-icon name="repo"></triptych-icon><a href=${repository.href}>${repository.name}</a><span>·</span
      ><span>${repository.host}</span></span
    >
    <span slot="toolbar" role="toolbar" aria-label=${words.tools}
      >${tool("refresh", "refresh", words.refresh)}${tool("openOnWeb", "link-external", words.openOnWeb)}</span
    >
    <h1>${title === "" ? nothing : html`<bdi>${title}</bdi> `}<span class="quiet">${number}</span></h1>
    ${under}
  </triptych-head>`;
}

function thread(view: ThreadView): TemplateResult {
  const { words, counts, state } = view;
  const lines = view.lines.filter((each) => kind === "all" || (each.kind === "comment") === (kind === "comments"));
  const under = [
    html`<triptych-state slot="under" icon=${state.icon} tone=${state.tone}>${state.word}</triptych-state>`,
    ...view.under.map((sentence) => html`<span slot="under">${pieces(sentence)}</span>`),
  ];
  return html`${head(view, view.title, under)} ${bannersAt("top")}
    <div class="beside">
      ${view.facts.length === 0 ? nothing : html`<aside aria-label=${words.facts}>${view.facts.map(fact)}</aside>`}
      <div>
        <h2 class="unheard">${words.timeline}</h2>
        <div class="filter">
          <triptych-kinds
            label=${words.kinds}
            chosen=${kind}
            .kinds=${[
              { id: "all", name: words.all, count: String(counts.all) },
              { id: "comments", name: words.comments, count: String(counts.comments) },
              { id: "events", name: words.events, count: String(counts.events) },
            ]}
            @chosen=${choose}
          ></triptych-kinds>
        </div>
        <triptych-timeline label=${words.timeline} @acted=${acted} @wanted=${wantImage}
          >${repeat(
            lines,
            (each) => `${each.kind} ${each.id}`,
            (each) => lineOf(each, { base: view.base, images, act }),
          )}</triptych-timeline
        >
        ${
          view.empty === undefined
            ? nothing
            : html`<triptych-empty icon="comment" heading=${view.empty.heading}>${view.empty.words}</triptych-empty>`
        }
        ${bannersAt("write")} ${write === undefined ? nothing : box(write)}
      </div>
    </div>`;
}

function box(view: WriteView): TemplateResult {
  return html`<triptych-write-box
    who=${view.who}
    label=${view.label}
    status=${view.status}
    status-icon=${view.icon}
    status-tone=${view.tone}
    ?sending=${view.sending}
    .value=${typed ?? view.text}
    @typed=${type}
    @posted=${post}
    @editor=${openEditor}
  ></triptych-write-box>`;
}

function bannersAt(where: BannerView["place"]): TemplateResult {
  return html`${banners
    .filter((banner) => banner.place === where)
    .map(
      (banner) =>
        html`<triptych-banner class="over" kind=${banner.kind} icon=${banner.icon}
          >${banner.strong === "" ? nothing : html`<b>${banner.strong}</b> `}${banner.words}${banner.actions.map(
            (action) =>
              html`<button slot="actions" class="plain-link" type="button" @click=${() => act(action)}>
                ${action.word}
              </button>`,
          )}</triptych-banner
        >`,
    )}`;
}

function act({ id, about }: ActionView): void {
  line.post({ type: "action", id, about });
}

function choose({ detail }: KitEventMap["chosen"]): void {
  kind = detail;
  keepPlace();
  draw();
}

function acted(happened: KitEventMap["acted"]): void {
  const id = happened.target instanceof HTMLElement ? happened.target.dataset["id"] : undefined;
  if (id !== undefined) line.post({ type: "act", act: happened.detail, id });
}

function wantImage({ detail }: KitEventMap["wanted"]): void {
  images = new Map([...images, [detail.url, { kind: "loading" }]]);
  line.post({ type: "image", ...detail });
  draw();
}

/** Asks for the images of the hosts that the reader trusts. */
function wantAllowed(): void {
  const urls = [...root.querySelectorAll("triptych-prose")]
    .flatMap((prose) => Array.from(prose.shadowRoot?.querySelectorAll<Image>("triptych-image") ?? [], ({ url }) => url))
    .filter((url) => !images.has(url) && URL.canParse(url) && hosts.includes(new URL(url).host));
  if (urls.length === 0) return;
  images = new Map([...images, ...urls.map((url) => [url, { kind: "loading" }] as const)]);
  for (const url of new Set(urls)) line.post({ type: "image", url, always: false });
  draw();
}

function type({ detail }: KitEventMap["typed"]): void {
  typed = detail;
  clearTimeout(keeping);
  keeping = setTimeout(keep, KEEP);
}

/** What was typed goes to the extension, which writes it down. */
function keep(): void {
  clearTimeout(keeping);
  keeping = undefined;
  if (typed !== undefined) line.post({ type: "typed", text: typed });
}

function post({ detail }: KitEventMap["posted"]): void {
  clearTimeout(keeping);
  line.post({ type: "post", text: detail });
}

function openEditor({ detail }: KitEventMap["editor"]): void {
  clearTimeout(keeping);
  line.post({ type: "editor", text: detail });
}

function keepPlace(): void {
  line.setState({ scroll: scrollY, kind });
}

let settling: ReturnType<typeof setTimeout> | undefined;
addEventListener(
  "scroll",
  () => {
    clearTimeout(settling);
    settling = setTimeout(keepPlace, KEEP);
  },
  { passive: true },
);
// A page that is hidden may be gone the next moment.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  if (keeping !== undefined) keep();
  keepPlace();
});
addEventListener("keydown", (pressed) => {
  const free = !(pressed.composedPath()[0] instanceof HTMLTextAreaElement);
  if (!free || pressed.key !== "r" || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
  if (pressed.defaultPrevented) return;
  pressed.preventDefault();
  root.querySelector<WriteBox>("triptych-write-box")?.focus();
});
