import { Disposable, EventEmitter, languages, workspace as folders } from "vscode";
import { join } from "node:path";
import { once } from "../../workbench/once.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { Node } from "../../workbench/tree/node.ts";
import type { View } from "../../workbench/views.ts";
import type { Store } from "../store.ts";
import type { Found, Workspace } from "./workspace.ts";

/** Where the ids of apps stand. */
const SCRIPTS = [
  { scheme: "file", pattern: "**/*.gradle" },
  { scheme: "file", pattern: "**/*.gradle.kts" },
  { scheme: "file", pattern: "**/AndroidManifest.xml" },
];

/** A row that is being unfolded gets what is under it before the row itself is drawn anew, or it would fold again. */
const SETTLED = 100;

export interface WorkspaceDoor extends Disposable {
  /** Gives what makes the row of the view. */
  section(): Promise<() => Node | undefined>;
}

/** Opens the part of the wing that looks at the reader's own files; what is behind it is loaded when it is first used. */
export function openWorkspace(shared: Shared, view: () => View, knows: () => Promise<Store>): WorkspaceDoor {
  const { commands, now } = shared;
  const owned: Disposable[] = [];
  const lensesChanged = new EventEmitter<void>();
  let loaded: Workspace | undefined;
  let shown: Found | undefined;
  let drawing: NodeJS.Timeout | undefined;
  const load = once(async () => {
    const [{ Workspace }, { AcceptedHosts }, { Marks }, store] = await Promise.all([
      import("./workspace.ts"),
      import("./accepted-hosts.ts"),
      import("./marks.ts"),
      knows(),
    ]);
    const acceptedHosts = new AcceptedHosts(
      shared.state,
      () => (folders.workspaceFile ?? folders.workspaceFolders?.[0]?.uri)?.toString() ?? "",
    );
    const made = new Workspace({
      ...shared,
      folders: () => folders.workspaceFolders ?? [],
      store,
      program: join(shared.dist, "trackers", "workspace", "worker.cjs"),
      countsHosts: () => shared.settings.get("triptych.trackers.countHosts"),
      acceptedHosts,
    });
    loaded = made;
    const listening = store.onDidChange(({ about }) => {
      if (about === "service" || about === "trackers") made.renew();
    });
    const counting = shared.settings.onDidChange((id) => {
      if (id === "triptych.trackers.countHosts") made.recount();
    });
    owned.push(new Marks(made, store), made, made.onDidChange(draw), listening, counting, acceptedHosts);
    return { workspace: made, store, acceptedHosts };
  });
  const does = () => import("../commands/workspace.ts");

  /** What stands under the row is read anew where something else was found, not where a look has begun or failed. */
  function draw(): void {
    clearTimeout(drawing);
    drawing = setTimeout(drawNow, SETTLED);
  }

  function drawNow(): void {
    view().redraw();
    if (loaded?.found === shown) return;
    shown = loaded?.found;
    view().refresh("workspace");
    lensesChanged.fire();
  }

  return Object.assign(
    Disposable.from(
      {
        dispose: () => {
          clearTimeout(drawing);
          for (const each of owned.splice(0)) each.dispose();
        },
      },
      lensesChanged,
      folders.onDidChangeWorkspaceFolders(() => view().redraw()),
      languages.registerCodeLensProvider(SCRIPTS, {
        onDidChangeCodeLenses: lensesChanged.event,
        provideCodeLenses: async (document) => (await import("./lens.ts")).lensesOf(document, loaded?.found),
      }),
      commands.handle("triptych.trackers.scanWorkspace", async () =>
        (await does()).scanWorkspace(shared, (await load()).workspace),
      ),
      commands.handle("triptych.trackers.clearWorkspace", async () =>
        (await does()).clearWorkspace((await load()).workspace),
      ),
      commands.handle("triptych.trackers.exportFindings", async () => {
        const [{ exportFindings }, { workspace, store }] = await Promise.all([does(), load()]);
        return exportFindings(shared, workspace, store);
      }),
      commands.handle("triptych.trackers.acceptHost", async () =>
        (await does()).acceptHost((await load()).acceptedHosts),
      ),
      commands.handle("triptych.trackers.showHost", async () => (await does()).showHost((await load()).acceptedHosts)),
      commands.handle("triptych.trackers.openFinding", async () => (await does()).openFinding()),
      commands.handle("triptych.trackers.findInWorkspace", async () => {
        const [{ findInWorkspace }, { workspace, store }] = await Promise.all([does(), load()]);
        return findInWorkspace(shared, workspace, store);
      }),
    ),
    {
      section: async () => {
        const [{ workspaceRow }, { workspace, store }] = await Promise.all([import("../tree/workspace.ts"), load()]);
        return () => workspaceRow(workspace, store, now);
      },
    },
  );
}
