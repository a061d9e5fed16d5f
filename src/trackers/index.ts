// Registers the wing at startup. Everything else is loaded on first use.
import { languages } from "vscode";
import { LensChanges } from "../workbench/references/lens-changes.ts";
import { LazyWing, type ServicesSource } from "../workbench/wing.ts";
import type * as wingCode from "./wing.ts";

/** Files that contain application IDs. */
const SCRIPTS = ["**/*.gradle", "**/*.gradle.kts", "**/AndroidManifest.xml"];

export function startTrackers(services: ServicesSource, code: () => Promise<typeof wingCode>): LazyWing<wingCode.Wing> {
  const table = { view: "triptych.trackers", panels: ["triptych.report", "triptych.tracker"], code } as const;
  const wing = new LazyWing<wingCode.Wing>(table, services);
  const lensChanges = new LensChanges();
  let loaded: wingCode.Wing | undefined;
  wing.own(
    lensChanges,
    wing.onDidLoad((built) => {
      loaded = built;
      wing.own(built.files.onDidFind(() => lensChanges.announce()));
    }),
    languages.registerCodeLensProvider(
      SCRIPTS.map((pattern) => ({ scheme: "file", pattern })),
      {
        onDidChangeCodeLenses: lensChanges.event,
        provideCodeLenses: async (document) => {
          const { codeLensesFor } = await code();
          return codeLensesFor(document, loaded?.files.workspace.found);
        },
      },
    ),
  );
  return wing;
}
