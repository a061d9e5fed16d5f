// Describes the wing to the workbench. Everything else is loaded on first use.
import { languages, window } from "vscode";
import { LensChanges } from "../workbench/references/lens-changes.ts";
import type { WingDescriptor } from "../workbench/wings/wing.ts";
import type * as wingCode from "./wing.ts";

/** Files that contain application IDs. */
const SCRIPTS = ["**/*.gradle", "**/*.gradle.kts", "**/AndroidManifest.xml"];

export const trackers: WingDescriptor<wingCode.Wing, typeof wingCode> = {
  view: "triptych.trackers",
  hasReorderedRows: true,
  panels: ["triptych.apkComparison", "triptych.apkSet", "triptych.report", "triptych.tracker"],
  account: { service: "trackers", context: "triptych.trackers.hasKey" },
  register: (wing) => {
    const lensChanges = new LensChanges();
    return [
      lensChanges,
      window.registerCustomEditorProvider("triptych.apk", {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        resolveCustomEditor: async ({ uri }, panel) => {
          const { panels } = await wing.load();
          await panels["triptych.apk"]?.deserializeWebviewPanel(panel, { subject: { uri: uri.toString() } });
        },
      }),
      wing.onDidLoad(({ files }) => wing.own(files.onDidFind(() => lensChanges.announce()))),
      languages.registerCodeLensProvider(
        SCRIPTS.map((pattern) => ({ scheme: "file", pattern })),
        {
          onDidChangeCodeLenses: lensChanges.event,
          provideCodeLenses: async (document) => {
            const { codeLensesFor } = await wing.code();
            return codeLensesFor(document, wing.built?.files.workspace.found);
          },
        },
      ),
    ];
  },
};
