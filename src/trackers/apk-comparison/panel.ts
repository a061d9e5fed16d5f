// The panels that compare the files of two apps: each scans both, one after the other.
import { commands, Uri, workspace } from "vscode";
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
import { readApkFile, type ApkFile, type ApkReader } from "../apk/read-apk-file.ts";
import type { Between } from "../model/changes.ts";
import { receiveCommon } from "../parts/content-parts.ts";
import type { Store } from "../store/store.ts";
import { isReversed } from "./apk-changes.ts";
import { apkComparisonContent } from "./content.ts";
import {
  apkComparisonMessages,
  decodeApkPair,
  type ApkComparisonAct,
  type ApkComparisonScan,
  type ApkPair,
} from "./protocol.ts";

interface ComparisonServices
  extends Pick<Shared, "allowServer" | "dialogs" | "log" | "now" | "openSettings">, ApkReader {
  readonly store: Pick<Store, "anyTrackers" | "base" | "knownTrackers">;
}

export function apkComparisonPanels(services: ComparisonServices): ContentPanel<ApkPair> {
  return contentPanel({
    id: "triptych.apkComparison",
    icon: "report",
    toKey: ({ from, to }) => `${from} ${to}`,
    decodeSubject: decodeApkPair,
    open: (pair, port) => new OpenComparison(pair, port, services),
  });
}

class OpenComparison implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #pair: Between<Uri>;
  readonly #port: ContentPort<ApkPair>;
  readonly #services: ComparisonServices;
  #scan: ApkComparisonScan;
  /** Whether the second file is A. The older version is A until the user swaps them. */
  #isSwapped = false;
  #showsUnchanged = false;
  #running: AbortController | undefined;

  constructor({ from, to }: ApkPair, port: ContentPort<ApkPair>, services: ComparisonServices) {
    this.#pair = { from: Uri.parse(from), to: Uri.parse(to) };
    this.#port = port;
    this.#services = services;
    this.#scan = { kind: "scanning", name: this.#names().from, share: 0 };
    this.receive = receive(apkComparisonMessages, {
      ...receiveCommon(services, () => this.#start()),
      cancel: () => this.#running?.abort(),
      swap: () => {
        this.#isSwapped = !this.#isSwapped;
        if (this.#scan.kind === "scanned") this.#scan = { ...this.#scan, files: swap(this.#scan.files) };
        port.update();
      },
      openFile: async ({ side }) => {
        const { from: first, to: second } = this.#ordered();
        await commands.executeCommand("vscode.openWith", side === "from" ? first : second, "triptych.apk");
      },
      openTracker: async ({ tracker }) => {
        await commands.executeCommand("triptych.trackers.openTracker", { tracker });
      },
      toggleUnchanged: () => {
        this.#showsUnchanged = !this.#showsUnchanged;
        port.update();
      },
    });
    void this.#start();
  }

  page(): PanelContent<ApkComparisonAct> {
    const { store, now } = this.#services;
    return apkComparisonContent({
      names: this.#names(),
      scan: this.#scan,
      showsUnchanged: this.#showsUnchanged,
      list: store.knownTrackers,
      base: store.base,
      now: now(),
    });
  }

  dispose(): void {
    this.#running?.abort();
  }

  #ordered(): Between<Uri> {
    return this.#isSwapped ? swap(this.#pair) : this.#pair;
  }

  #names(): Between<string> {
    const { from, to } = this.#ordered();
    const name = (uri: Uri): string => uri.path.slice(uri.path.lastIndexOf("/") + 1);
    if (name(from) !== name(to)) return { from: name(from), to: name(to) };
    return { from: workspace.asRelativePath(from), to: workspace.asRelativePath(to) };
  }

  async #start(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const show = (scan: ApkComparisonScan): void => {
      if (this.#running !== running) return;
      this.#scan = scan;
      this.#port.update();
    };
    const read = async (side: keyof ApkPair, share: number): Promise<ApkFile | undefined> => {
      const uri = this.#pair[side];
      const name = this.#isSwapped ? this.#names()[side === "from" ? "to" : "from"] : this.#names()[side];
      show({ kind: "scanning", name, share });
      try {
        return await readApkFile([uri], this.#services, {
          signal: running.signal,
          onProgress: ({ done, of }) => show({ kind: "scanning", name, share: share + done / Math.max(1, of) / 2 }),
        });
      } catch (error) {
        const problem = asProblem(error);
        if (problem.kind !== "canceled")
          this.#services.log.warn(`Could not scan an app: ${problem.message}`, { file: uri.fsPath });
        show({ kind: "failed", name, problem });
        return undefined;
      }
    };
    const from = await read("from", 0);
    if (from === undefined) return;
    const to = await read("to", 0.5);
    if (to === undefined || this.#running !== running) return;
    this.#isSwapped = isReversed({ from: from.report, to: to.report });
    const names = this.#names();
    const { from: first, to: second } = this.#isSwapped ? { from: to, to: from } : { from, to };
    show({
      kind: "scanned",
      files: { from: { name: names.from, report: first.report }, to: { name: names.to, report: second.report } },
      listProblem: from.listProblem ?? to.listProblem,
    });
  }
}

function swap<Thing>({ from, to }: Between<Thing>): Between<Thing> {
  return { from: to, to: from };
}
