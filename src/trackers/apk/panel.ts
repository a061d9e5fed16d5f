// The editors of apps' files: each scans its file in a thread, and shows what is in it.
import { commands, Uri } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import {
  contentPanel,
  type ContentPanel,
  type ContentPort,
  type ContentSource,
} from "../../workbench/panels/content-panel.ts";
import { receive } from "../../workbench/panels/receive-messages.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { ApkThread, Level, SignedTracker } from "../../scan/index.ts";
import { receiveCommon } from "../parts/content-parts.ts";
import type { Store } from "../store/store.ts";
import { apkContent } from "./content.ts";
import { apkMessages, decodeApkState, type ApkAct, type ApkScan, type ApkState } from "./protocol.ts";

interface ApkServices extends Pick<Shared, "dialogs" | "log" | "now" | "openSettings"> {
  readonly store: Pick<Store, "anyTrackers" | "base" | "knownTrackers">;
  readonly thread: Pick<ApkThread, "read">;
  showReport(handle: string): void;
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

  constructor({ uri }: ApkState, port: ContentPort<ApkState>, services: ApkServices) {
    this.#uri = Uri.parse(uri);
    this.#port = port;
    this.#services = services;
    this.receive = receive(apkMessages, {
      ...receiveCommon(services, () => this.#start()),
      cancel: () => this.#running?.abort(),
      openReport: () => {
        const handle = this.#scan.kind === "scanned" ? this.#scan.report.manifest?.packageName : undefined;
        if (handle !== undefined) services.showReport(handle);
      },
      openTracker: async ({ tracker }) => {
        await commands.executeCommand("triptych.trackers.openTracker", { tracker });
      },
      togglePermissions: ({ level }) => {
        if (!this.#unfolded.delete(level)) this.#unfolded.add(level);
        port.update();
      },
    });
    void this.#start();
  }

  page(): PanelContent<ApkAct> {
    const { store, now } = this.#services;
    const name = this.#uri.path.slice(this.#uri.path.lastIndexOf("/") + 1);
    const { base, knownTrackers: list } = store;
    return apkContent({ name, scan: this.#scan, unfolded: this.#unfolded, list, base, now: now() });
  }

  dispose(): void {
    this.#running?.abort();
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
      show(await this.#read(running.signal, show));
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind !== "canceled")
        this.#services.log.warn(`Could not scan an app: ${problem.message}`, { file: this.#uri.fsPath });
      show({ kind: "failed", problem });
    }
  }

  async #read(signal: AbortSignal, show: (scan: ApkScan) => void): Promise<ApkScan> {
    if (this.#uri.scheme !== "file") throw new Problem("invalid", { detail: "the file isn't on disk" });
    const { trackers, listProblem } = await this.#trackers(signal);
    const report = await this.#services.thread.read(
      { path: this.#uri.fsPath, trackers },
      { signal, onProgress: (progress) => show({ kind: "scanning", progress }) },
    );
    return { kind: "scanned", report, listProblem };
  }

  /** Without the list, everything else is still worth a look. */
  async #trackers(
    signal: AbortSignal,
  ): Promise<{ readonly trackers: readonly SignedTracker[]; readonly listProblem: Problem | undefined }> {
    try {
      const list = await this.#services.store.anyTrackers(signal);
      const trackers = [...list.trackers.values()].map(
        ({ id, name, codeSignature: code, networkSignature: network }) => ({ id, name, code, network }),
      );
      return { trackers, listProblem: undefined };
    } catch (error) {
      if (signal.aborted) throw error;
      return { trackers: [], listProblem: asProblem(error) };
    }
  }
}
