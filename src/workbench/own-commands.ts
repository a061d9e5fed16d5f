import { Disposable } from "vscode";
import { plain } from "./commands.ts";
import type { Shared } from "./shared.ts";

/** The commands that belong to no wing. */
export function handleOwnCommands({ commands, log, references }: Shared): Disposable {
  const tree = () => import("./tree/commands.ts");
  return Disposable.from(
    commands.handle("triptych.showLog", () => plain(() => log.show())),
    commands.handle("triptych.openReference", async () =>
      (await import("./references/commands.ts")).openReference(references),
    ),
    commands.handle("triptych.tree.loadMore", async () => (await tree()).loadMore),
    commands.handle("triptych.tree.loadAll", async () => (await tree()).loadAll),
    commands.handle("triptych.tree.remedy", async () => (await tree()).remedy),
    commands.handle("triptych.tree.retry", async () => (await tree()).retry),
    commands.handle("triptych.tree.cancel", async () => (await tree()).cancel),
  );
}
