// Registers the wing at startup. Everything else is loaded on first use.
import { languages } from "vscode";
import { LensChanges } from "../workbench/references/lens-changes.ts";
import { LazyWing, type ServicesSource } from "../workbench/wing.ts";
import type { Rows } from "./wing-rows.ts";
import type { Wing } from "./wing.ts";

const TABLE = {
  view: "triptych.trackers",
  panels: ["triptych.report", "triptych.tracker"],
  loadRows: () => import("./wing-rows.ts"),
  load: () => import("./wing.ts"),
} as const;

/** Files that contain application IDs. */
const SCRIPTS = ["**/*.gradle", "**/*.gradle.kts", "**/AndroidManifest.xml"];

export function startTrackers(services: ServicesSource): LazyWing<Rows, Wing> {
  const wing = new LazyWing<Rows, Wing>(TABLE, services);
  const lensChanges = new LensChanges();
  let loaded: Wing | undefined;
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
          const { codeLensesFor } = await import("./workspace/code-lenses.ts");
          return codeLensesFor(document, loaded?.files.workspace.found);
        },
      },
    ),
  );
  return wing;
}
