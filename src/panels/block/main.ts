// The panel of one block.
import { nothing, render } from "lit";
import { html } from "../kit/html.ts";
import "./block.css";
import "../kit/busy.ts";
import "../kit/code.ts";
import "../kit/empty.ts";
import "../kit/facts.ts";
import "../kit/figures.ts";
import "../kit/head.ts";
import "../kit/tabs.ts";
import "../kit/time.ts";
import "../kit/tool.ts";
import { connect } from "../kit/connect.ts";
import { icon } from "../kit/icon.ts";
import { EXACT } from "../kit/time-words.ts";
import { format } from "../kit/words.ts";
import { fact } from "./facts.ts";
import type {
  BlockContent,
  Content,
  FromBlock,
  ListName,
  Logs,
  Neighbour,
  RemedyName,
  Show,
  ToBlock,
  Towards,
  View,
  Words,
} from "./messages.ts";
import type { ListActs } from "./listed.ts";
import { logs } from "./logs.ts";
import { logRows } from "./logged.ts";
import { resultRows } from "./results.ts";
import { absence, failure } from "./states.ts";
import { Transactions } from "./transactions.ts";

const line = connect<ToBlock, FromBlock, View>();
const page = document.querySelector<HTMLElement>("main");
const transactions = new Transactions();
const results = resultRows();
const logged = logRows();
const lists = { transactions, results, logs: logged };
let shown: Show | undefined;
/** The place of a transaction to bring into sight, once its row has come. */
let awaited: number | undefined;
let { tab, seen = 0 } = line.getState() ?? { tab: "block" };

line.on((message) => {
  // What the extension painted makes room for the parts.
  if (shown === undefined) page?.replaceChildren();
  if (message.type === "show") {
    if (shown?.title !== message.title) {
      for (const list of Object.values(lists)) list.clear();
      awaited = undefined;
    }
    shown = message;
  } else if (message.type === "transactions") transactions.take(message.from, message.rows, message.list);
  else if (message.type === "results") results.take(message.from, message.rows, message.list);
  else if (message.type === "logs") logged.take(message.from, message.rows, message.list);
  else lists[message.list].detail = message;
  draw();
  // In the next frame it has its height.
  if (message.type === "detail") {
    requestAnimationFrame(() => page?.querySelector(".detail")?.scrollIntoView({ block: "nearest" }));
  }
  if (message.type === "show") follow(message);
  reveal();
  // A new block in the same panel, or a page that has come back: what the tab needs is asked for.
  if (shown !== undefined) needs(shown);
});

/** Opens the requested row, once. */
function follow({ point }: Show): void {
  if (point === undefined || point.serial <= seen) return;
  const { serial, tab: to, only, at } = point;
  seen = serial;
  turn(to);
  if (to === "transactions") transactions.show(only ?? "");
  draw();
  awaited = at;
}

/** A new page gets the request before it has the rows. */
function reveal(): void {
  if (awaited === undefined || !transactions.has(awaited)) return;
  void transactions.reveal(awaited);
  awaited = undefined;
}

function turn(to: string): void {
  tab = to;
  line.setState({ tab, seen });
}

/** Contract results and logs are read when someone wants to see them. */
function needs({ content }: Show): void {
  if (content.kind !== "block" || (tab !== "results" && tab !== "logs") || lists[tab].list !== undefined) return;
  if (asked[tab] === content) return;
  asked[tab] = content;
  line.post({ type: "read", list: tab, all: false });
}
const asked: { results?: Content; logs?: Content } = {};

function actsOn(list: ListName): ListActs {
  return {
    read: (all) => line.post({ type: "read", list, all }),
    stop: () => line.post({ type: "stop" }),
    redraw: draw,
    look: (at) => line.post({ type: "look", list, at }),
    close: () => {
      lists[list].detail = undefined;
      line.post({ type: "closeDetail", list });
      draw();
    },
    lead: (at) => line.post({ type: "openTransaction", list, at }),
  };
}

// Where the keys are caught VS Code does not see them, so it does not walk through its own history as well.
document.addEventListener(
  "keydown",
  (event) => {
    const to = event.key === "ArrowLeft" ? "previous" : event.key === "ArrowRight" ? "next" : undefined;
    if (to === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  },
  { capture: true },
);

function go(to: Towards): void {
  if (shown === undefined) return;
  if (to !== "newest" && shown[to].idle !== "") return;
  line.post({ type: "go", to });
}

function draw(): void {
  if (page === null || shown === undefined) return;
  document.title = shown.title;
  render([head(shown), ofContent(shown)], page);
}

function head({ network, host, title, words, previous, next, explorer, pin, content }: Show) {
  return html`<triptych-head>
    <span slot="crumb">${icon("globe")}<span>${network}</span><span>·</span><bdi class="host">${host}</bdi></span>
    <span
      slot="toolbar"
      role="toolbar"
      aria-label=${words.toolbar}
      ?hidden=${content.kind !== "block" && !explorer && pin === undefined}
      >${content.kind === "block" ? taking(words) : nothing}${
        pin === undefined
          ? nothing
          : html`<triptych-tool
              icon=${pin.pinned ? "pinned" : "pin"}
              .name=${pin.name}
              @click=${() => line.post({ type: "pin" })}
            ></triptych-tool>`
      }${
        explorer
          ? html`<triptych-tool
              icon="link-external"
              .name=${words.openInExplorer}
              @click=${() => line.post({ type: "explore" })}
            ></triptych-tool>`
          : nothing
      }</span
    >
    <h1>${title}</h1>
    <span class="row" role="toolbar" aria-label=${words.neighbours}
      >${neighbour("previous", previous)}${neighbour("next", next)}<triptych-tool
        icon="go-to-search"
        .name=${words.goToBlock}
        @click=${() => line.post({ type: "ask" })}
      ></triptych-tool
    ></span>
    ${content.kind === "block" ? under(content) : nothing}
  </triptych-head>`;
}

function taking({ export: out, share }: Words) {
  return html`<triptych-tool icon="export" .name=${out} @click=${() => line.post({ type: "export" })}></triptych-tool
    ><triptych-tool icon="share" .name=${share} @click=${() => line.post({ type: "share" })}></triptych-tool>`;
}

function neighbour(to: "previous" | "next", { name, hint, idle }: Neighbour) {
  return html`<triptych-tool
    worded
    ?trailing=${to === "next"}
    icon=${to === "next" ? "arrow-right" : "arrow-left"}
    .name=${name}
    .hint=${hint}
    .idle=${idle}
    @click=${() => go(to)}
  ></triptych-tool>`;
}

function under({ from, length, exactLength }: BlockContent) {
  return html`${
    from === undefined
      ? nothing
      : html`<span slot="under"
            ><time datetime=${from} title=${from}>${format.date(Date.parse(from), EXACT)}</time></span
          ><span slot="under"><triptych-time datetime=${from}></triptych-time></span>`
  }${length === undefined ? nothing : html`<span slot="under" title=${exactLength ?? ""}>${length}</span>`}`;
}

function ofContent({ content, words, logs: about }: Show) {
  switch (content.kind) {
    case "reading":
      return html`<section>
        <triptych-busy cancels @cancelled=${() => line.post({ type: "cancel" })}>${content.sentence}</triptych-busy>
      </section>`;
    case "block":
      return ofBlock(content, words, about);
    case "absent":
      return absence(content, words, () => go("newest"), remedy);
    case "failed":
      return failure(content, words, remedy);
  }
}

function remedy(chosen: RemedyName): void {
  line.post({ type: "remedy", remedy: chosen });
}

function ofBlock({ figures, note, facts, json }: BlockContent, words: Words, about: Logs) {
  const whole = transactions.list?.figures ?? [];
  // At most five: what is known of all transactions takes the place of the size.
  return html`<triptych-figures
      >${[...figures.slice(0, 5 - whole.length), ...whole].map(
        ({ value, word }) => html`<triptych-figure .value=${value}>${word}</triptych-figure>`,
      )}</triptych-figures
    >
    <triptych-tabs
      .label=${words.tabs}
      .tabs=${[
        { id: "block", name: words.block },
        { id: "transactions", name: words.transactions, ...counted(transactions.list?.count) },
        { id: "results", name: words.results, ...counted(results.list?.count) },
        { id: "logs", name: words.logged, ...counted(logged.list?.count) },
        { id: "json", name: words.json },
      ]}
      .chosen=${tab}
      @chosen=${({ detail }: CustomEvent<string>) => {
        turn(detail);
        draw();
        if (shown !== undefined) needs(shown);
      }}
    >
      <div slot="block">
        <h2 class="unheard">${words.facts}</h2>
        ${
          note === undefined
            ? nothing
            : html`<triptych-empty icon="circle-slash" .heading=${note.heading}>${note.sentence}</triptych-empty>`
        }
        <triptych-facts>${facts.map((each) => fact(each, () => go("previous")))}</triptych-facts>
        ${transactions.sorts(words, (type, result) => {
          turn("transactions");
          transactions.only(type, result);
          draw();
        })}
        ${logs(about, words, (typed) => line.post({ type: "seek", typed }))}
      </div>
      <div slot="transactions">
        ${tab === "transactions" ? transactions.draw(words, actsOn("transactions")) : nothing}
      </div>
      <div slot="results">${tab === "results" ? results.draw(words, actsOn("results")) : nothing}</div>
      <div slot="logs">${tab === "logs" ? logged.draw(words, actsOn("logs")) : nothing}</div>
      <triptych-code slot="json" language="json" .label=${words.json} .text=${json}></triptych-code>
    </triptych-tabs>`;
}

function counted(count: string | undefined): { readonly count?: string } {
  return count === undefined ? {} : { count };
}
