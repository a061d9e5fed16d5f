// The editors of apps' files: each scans its file in a thread, and shows what is in it.
import { commands, Uri, type Disposable } from "vscode";
import { asProblem } from "../../base/problem.ts";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import {
  contentPanel,
  type ContentPanel,
  type ContentPort,
  type ContentSource,
} from "../../workbench/panels/content-panel.ts";
import { receive } from "../../workbench/panels/receive-messages.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { ApkProgress, Level } from "../../scan/index.ts";
import { receiveCommon } from "../parts/content-parts.ts";
import type { Store } from "../store/store.ts";
import type { WorkspaceScan } from "../workspace/workspace-scan.ts";
import { apkContent } from "./content.ts";
import { readApkFile, type ApkReader } from "./read-apk-file.ts";
import { apkMessages, decodeApkState, type ApkAct, type ApkScan, type ApkState } from "./protocol.ts";

interface ApkServices extends Pick<Shared, "dialogs" | "log" | "now" | "openSettings"> {
  readonly store: Pick<
    Store,
    "anyTrackers" | "app" | "base" | "host" | "knownTrackers" | "loadApp" | "onDidChange" | "retainApps"
  >;
  /** The scan of the open folders, which may have the source of the app. */
  readonly workspace: Pick<WorkspaceScan, "found" | "hasFolder" | "isScanning" | "onDidChange" | "scan">;
  readonly thread: ApkReader["thread"];
  showReport(handle: string): void;
  /** Compares the file with another one, which the user picks. */
  compare(uri: Uri): Promise<void>;
}

export function apkPanels(services: ApkServices): ContentPanel<ApkState> {
  return contentPanel({
    id: "triptych.apk",
    icon: "report",
    toKey: ({ uri }) => uri,
    decodeSubject: decodeApkState,
    open: (state, port) => new OpenApk(state, port, services),
  });
}

const SCANNING: ApkScan = { kind: "scanning", progress: undefined };

/** The editor of one file. */
class OpenApk implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #uri: Uri;
  readonly #port: ContentPort<ApkState>;
  readonly #services: ApkServices;
  readonly #unfolded = new Set<Level>();
  #scan: ApkScan = SCANNING;
  #running: AbortController | undefined;
  /** Where the user has asked for the app's report, so that it is loaded again there with another key. */
  #askedBase: string | undefined;
  #hasSourceFailed = false;
  readonly #closing = new AbortController();
  readonly #listening: readonly Disposable[];

  constructor({ uri }: ApkState, port: ContentPort<ApkState>, services: ApkServices) {
    this.#uri = Uri.parse(uri);
    this.#port = port;
    this.#services = services;
    this.receive = receive(apkMessages, {
      ...receiveCommon(services, () => this.#start()),
      cancel: () => this.#running?.abort(),
      scanSource: () => this.#scanSource(),
      openFolder: async () => {
        await commands.executeCommand("workbench.action.files.openFolder");
      },
      compareApk: () => services.compare(this.#uri),
      compareExodus: () => this.#askExodus(),
      openReport: () => {
        if (this.#handle !== undefined) services.showReport(this.#handle);
      },
      openTracker: async ({ tracker }) => {
        await commands.executeCommand("triptych.trackers.openTracker", { tracker });
      },
      togglePermissions: ({ level }) => {
        if (!this.#unfolded.delete(level)) this.#unfolded.add(level);
        port.update();
      },
    });
    const { store, workspace } = services;
    this.#listening = [
      workspace.onDidChange(() => port.update()),
      store.onDidChange((change) => {
        if (change.about === "app" ? change.handle === this.#handle : change.about === "trackers") port.update();
        if (change.about !== "service") return;
        if (this.#askedBase === store.base) void this.#askExodus();
        port.update();
      }),
      store.retainApps(() => (this.#handle === undefined ? [] : [this.#handle])),
    ];
    void this.#start();
  }

  get #handle(): string | undefined {
    return this.#scan.kind === "scanned" ? this.#scan.report.manifest?.packageName : undefined;
  }

  page(): PanelContent<ApkAct> {
    const { store, workspace, now } = this.#services;
    const name = this.#uri.path.slice(this.#uri.path.lastIndexOf("/") + 1);
    const { base, host, knownTrackers: list } = store;
    const { found, hasFolder, isScanning } = workspace;
    return apkContent({
      name,
      scan: this.#scan,
      unfolded: this.#unfolded,
      source: { found, hasFolder, isScanning, hasFailed: this.#hasSourceFailed },
      exodus: store.app(this.#handle ?? ""),
      list,
      base,
      host,
      now: now(),
    });
  }

  dispose(): void {
    this.#running?.abort();
    this.#closing.abort();
    for (const each of this.#listening) each.dispose();
  }

  async #scanSource(): Promise<void> {
    this.#hasSourceFailed = false;
    try {
      await this.#services.workspace.scan({ signal: this.#closing.signal });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "canceled") return;
      this.#services.log.warn(`Could not scan the workspace: ${problem.message}`);
      this.#hasSourceFailed = true;
      this.#port.update();
    }
  }

  /** Loads the report of the app. Only a click of the user starts this. */
  async #askExodus(): Promise<void> {
    const handle = this.#handle;
    if (handle === undefined) return;
    const { store } = this.#services;
    this.#askedBase = store.base;
    await store.loadApp(handle, { signal: this.#closing.signal });
  }

  async #start(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const show = (scan: ApkScan): void => {
      if (this.#running !== running) return;
      this.#scan = scan;
      this.#port.update();
    };
    show(SCANNING);
    try {
      const onProgress = (progress: ApkProgress): void => show({ kind: "scanning", progress });
      show({
        kind: "scanned",
        ...(await readApkFile(this.#uri, this.#services, { signal: running.signal, onProgress })),
      });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind !== "canceled")
        this.#services.log.warn(`Could not scan an app: ${problem.message}`, { file: this.#uri.fsPath });
      show({ kind: "failed", problem });
    }
  }
}
