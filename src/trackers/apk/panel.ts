// The editors of apps' files: each scans its file in a thread, and shows what is in it.
import { commands, Uri, workspace as openFolders, type Disposable } from "vscode";
import { asProblem } from "../../base/problem.ts";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import {
  contentPanel,
  type ContentPanel,
  type ContentPort,
  type ContentSource,
} from "../../workbench/panels/content-panel.ts";
import { receive } from "../../workbench/panels/receive-messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { ApkProgress, Level } from "../../scan/index.ts";
import { toParcel, type TrackersExport } from "../export/common-sections.ts";
import { receiveCommon } from "../parts/content-parts.ts";
import type { Store } from "../store/store.ts";
import type { WorkspaceScan } from "../workspace/workspace-scan.ts";
import { apkContent } from "./content.ts";
import { apkExport } from "./export.ts";
import { readApkFile, type ApkReader } from "./read-apk-file.ts";
import { apkMessages, decodeApkState, type ApkAct, type ApkScan, type ApkState } from "./protocol.ts";

interface ApkServices extends Pick<
  Shared,
  "allowServer" | "dialogs" | "exports" | "log" | "now" | "openSettings" | "shares"
> {
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

/** The editors of single files. */
export function apkPanels(services: ApkServices): ContentPanel<ApkState> {
  return contentPanel({
    id: "triptych.apk",
    icon: "report",
    toKey: ({ uri }) => uri,
    decodeSubject: decodeApkState,
    open: (state, port) => new OpenApk(state, port, services),
  });
}

/** The panels of sets of splits, because an editor of VS Code has a single file. */
export function apkSetPanels(services: ApkServices): ContentPanel<ApkState> {
  return contentPanel({
    id: "triptych.apkSet",
    icon: "report",
    toKey: ({ uri, splits = [] }) => [uri, ...splits].join("\n"),
    decodeSubject: decodeApkState,
    open: (state, port) => new OpenApk(state, port, services),
  });
}

const SCANNING: ApkScan = { kind: "scanning", progress: undefined };

/** The editor of one file. */
class OpenApk implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #uri: Uri;
  readonly #splits: readonly Uri[];
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

  constructor({ uri, splits = [] }: ApkState, port: ContentPort<ApkState>, services: ApkServices) {
    this.#uri = Uri.parse(uri);
    this.#splits = splits.map((each) => Uri.parse(each));
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
      share: async () => {
        const exported = this.#toExport();
        if (exported !== undefined) await services.shares.share(l10n.t("Share Report"), () => toParcel(exported));
      },
      export: async () => {
        const exported = this.#toExport();
        if (exported !== undefined) await services.exports.export(exported);
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

  get #name(): string {
    return this.#uri.path.slice(this.#uri.path.lastIndexOf("/") + 1);
  }

  page(): PanelContent<ApkAct> {
    const { store, workspace, now } = this.#services;
    const more = this.#splits.length;
    const name =
      more === 0 ? this.#name : l10n.plural(more, "{1} and {0} more file", "{1} and {0} more files", this.#name);
    const { base, host, knownTrackers: list } = store;
    const { found, hasFolder, isScanning } = workspace;
    return apkContent({
      name,
      isSet: more > 0,
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

  #toExport(): TrackersExport | undefined {
    if (this.#scan.kind !== "scanned") return undefined;
    const { report, listProblem } = this.#scan;
    const { store, now } = this.#services;
    // A path outside of the workspace says more about the machine than about the app.
    const file =
      openFolders.getWorkspaceFolder(this.#uri) === undefined ? this.#name : openFolders.asRelativePath(this.#uri);
    const context = { list: store.knownTrackers, base: store.base, now: now() };
    return apkExport({ file, report, hasList: listProblem === undefined }, context);
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
        ...(await readApkFile([this.#uri, ...this.#splits], this.#services, { signal: running.signal, onProgress })),
      });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind !== "canceled")
        this.#services.log.warn(`Could not scan an app: ${problem.message}`, { file: this.#uri.fsPath });
      show({ kind: "failed", problem });
    }
  }
}
