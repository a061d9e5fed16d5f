// Opens a panel as a page in a browser, without VS Code.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Browser } from "playwright-core";
import type { PageSetup } from "../../src/panels/kit/connection/messages.ts";
import type { ToPage } from "../../src/panels/kit/content/content-model.ts";
import type { FromExtension } from "../../src/panels/thread/messages.ts";
import { PANELS } from "../../esbuild.js";
import { html } from "../../src/workbench/panels/html-template.ts";
import { translateKit } from "../../src/workbench/text/kit-strings.ts";
import { renderPage } from "../../src/workbench/panels/page-html.ts";
import { sharedBrowser, PAGE_PATIENCE_MS } from "../runner/browser.js";
import { describeGalleryPage } from "../runner/describe-page.js";
import { describeOnFailure } from "../runner/failures.js";

const ORIGIN = "https://panel.test";
const NOW = new Date("2026-11-20T14:32:00Z");
const TYPES: Readonly<Record<string, string>> = { css: "text/css", js: "text/javascript", ttf: "font/ttf" };

/** Replaces VS Code's API for webviews, and records what the page posts and saves. */
const API = `
  window.posted = [];
  window.kept = undefined;
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => window.posted.push(message),
    getState: () => window.kept,
    setState: (state) => (window.kept = state),
  });`;

interface Body {
  readonly type: string;
  readonly url?: string;
}

interface Posted {
  readonly type: string;
  readonly body?: Body;
}

export interface Wish {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: string;
  /** State that the page saved before a reload. */
  readonly kept?: unknown;
  /** The platform that the browser reports: "MacIntel". */
  readonly platform?: string;
  /** First content of a page of facts. */
  readonly page?: PageSetup["page"];
}

/** What the extension sends to each panel. */
interface Messages {
  readonly content: ToPage;
  readonly thread: FromExtension;
}

type PanelName = keyof Messages;
type Files = ReadonlyMap<string, Uint8Array>;

/** Builds the scripts and styles of all panels as for a release. */
async function buildPanels(): Promise<Files> {
  const { outputFiles } = await build({ ...PANELS, minify: true, write: false });
  return new Map(
    outputFiles.map(({ path, contents }) => [relative(PANELS.outdir, path).replaceAll("\\", "/"), contents]),
  );
}

/** Opens the page with the content security policy that the extension sets. */
async function openPanel<Name extends PanelName>(browser: Browser, name: Name, files: Files, wish: Wish = {}) {
  const { width = 1000, height = 900, theme = "dark", kept, platform, page: firstPage } = wish;
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: "reduce",
    timezoneId: "UTC",
    locale: "en-GB",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  const page = await context.newPage();
  const described = describeOnFailure(() => describeGalleryPage(page));
  const sideEffects: string[] = [];
  const consoleErrors: string[] = [];
  page.on("dialog", (dialog) => {
    sideEffects.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) consoleErrors.push(message.text());
  });
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
  context.on("page", (opened) => sideEffects.push(`window: ${opened.url()}`));
  page.on("framenavigated", (frame) => {
    if (frame.url() !== `${ORIGIN}/`) sideEffects.push(`navigation: ${frame.url()}`);
  });
  context.on("request", (request) => {
    if (!request.url().startsWith("data:") && !request.url().startsWith(`${ORIGIN}/`)) sideEffects.push(request.url());
  });
  await context.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== ORIGIN) return route.abort();
    if (url.pathname === "/") {
      const body = renderPage({
        title: "Panel",
        body: html`<main></main>`,
        script: `/${name}.js`,
        styles: ["/kit.css", `/${name}.css`],
        setup: { subject: name, heartbeatMs: 1_000_000, page: firstPage },
        strings: translateKit({ t: (sentence) => sentence }),
        timeZone: "UTC",
        language: "en",
        source: ORIGIN,
        nonce: "bm9uY2U=",
      });
      return route.fulfill({ contentType: "text/html", body });
    }
    const contents = files.get(url.pathname.slice(1));
    if (contents === undefined) return route.fulfill({ status: 404 });
    const contentType = TYPES[url.pathname.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    return route.fulfill({ contentType, body: Buffer.from(contents) });
  });
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(`${API} window.kept = ${JSON.stringify(kept) ?? "undefined"};`);
  if (platform !== undefined)
    await page.addInitScript(`Object.defineProperty(navigator, "platform", { value: "${platform}" });`);
  await page.goto(`${ORIGIN}/`);
  await applyTheme(page, theme);
  const postedNow = async (): Promise<readonly Posted[]> => (await page.evaluate("window.posted")) as readonly Posted[];
  await until(async () => (await postedNow()).some(({ type }) => type === "ready"));
  return {
    page,
    sideEffects,
    consoleErrors,
    /** Sends a message as the extension does. */
    say: (...messages: readonly Messages[Name][]) =>
      page.evaluate((bodies) => {
        for (const body of bodies) postMessage({ type: "message", body });
      }, messages),
    /** Returns the messages that the panel sent, in order. */
    posted: async () => (await postedNow()).flatMap(({ body }) => (body === undefined ? [] : [body])),
    /** Waits until the panel has sent this many messages of a type. */
    waitForPosted: (type: string, count: number) =>
      until(async () => (await postedNow()).filter(({ body }) => body?.type === type).length >= count),
    kept: () => page.evaluate("window.kept"),
    close: async () => {
      await described();
      await context.close();
    },
  };
}

/** Waits outside the page, because its policy forbids evaluating a string inside it. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PAGE_PATIENCE_MS; !(await condition());) {
    if (Date.now() > end) throw new Error("timed out waiting for the page");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function applyTheme(page: Awaited<ReturnType<Browser["newPage"]>>, theme: string): Promise<void> {
  const { themes } = JSON.parse(await readFile(join(process.cwd(), "test/gallery/themes.json"), "utf8")) as {
    readonly themes: Readonly<Record<string, { readonly vars: Readonly<Record<string, string>> }>>;
  };
  const high = theme.startsWith("hc") ? " vscode-high-contrast" : "";
  await page.evaluate(
    ([vars, named]) => {
      for (const [name, value] of Object.entries(vars)) document.documentElement.style.setProperty(name, value);
      document.body.className = named;
    },
    [themes[theme]?.vars ?? {}, `vscode-${theme.includes("l") ? "light" : "dark"}${high}`] as const,
  );
}

export type PanelPage<Name extends PanelName> = Awaited<ReturnType<typeof openPanel<Name>>>;

/** Builds the panels once for a suite; each test closes its pages. */
export function usePanel<Name extends PanelName>(name: Name): (wish?: Wish) => Promise<PanelPage<Name>> {
  let files: Files;
  const open: PanelPage<Name>[] = [];
  before(async () => {
    files = await buildPanels();
  });
  afterEach(async () => {
    for (const page of open.splice(0)) await page.close();
  });
  return async (wish) => {
    const page = await openPanel(await sharedBrowser(), name, files, wish);
    open.push(page);
    return page;
  };
}
