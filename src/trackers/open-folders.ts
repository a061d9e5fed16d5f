// The open folders, as the tools for agents read them.
import { workspace } from "vscode";
import type { ApkThread } from "../scan/index.ts";
import type { Store } from "./store/store.ts";
import { readAppFile } from "./tools/app-file.ts";
import type { ScannedFiles } from "./tools/source.ts";
import { toPath } from "./workspace/find-files.ts";
import type { WorkspaceScan } from "./workspace/workspace-scan.ts";

export function openFolders(scan: Pick<WorkspaceScan, "scan">, thread: ApkThread, store: Store): ScannedFiles {
  const list = (): readonly string[] =>
    (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === "file" ? [toPath(uri)] : []));
  return {
    get folders() {
      return list();
    },
    scan: (signal) => scan.scan({ signal }),
    readApp: (path, signal) => readAppFile({ folders: list(), path }, thread, store, signal),
  };
}
