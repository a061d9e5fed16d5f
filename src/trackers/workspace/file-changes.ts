// Reports changes of the files that a scan reads.
import { Disposable, workspace, type Uri } from "vscode";
import { PATTERN } from "../../scan/index.ts";
import { toPath } from "./find-files.ts";

interface Listeners {
  /** Called if files were added or removed, or if other files are ignored than before. */
  readonly onManyChanged: () => void;
  readonly onFileChanged: (uri: Uri) => void;
  /** Whether the last scan read files in the folder. */
  readonly isScannedFolder: (path: string) => boolean;
}

export function watchFiles({ onManyChanged, onFileChanged, isScannedFolder }: Listeners): Disposable {
  const files = workspace.createFileSystemWatcher(PATTERN);
  const rules = workspace.createFileSystemWatcher("**/.gitignore");
  // VS Code reports the deletion of a folder, but not of the files in it.
  const deletions = workspace.createFileSystemWatcher("**/*", true, true, false);
  return Disposable.from(
    files,
    files.onDidCreate(onManyChanged),
    files.onDidDelete(onManyChanged),
    files.onDidChange(onFileChanged),
    rules,
    rules.onDidCreate(onManyChanged),
    rules.onDidDelete(onManyChanged),
    rules.onDidChange(onManyChanged),
    deletions,
    deletions.onDidDelete((uri) => {
      if (isScannedFolder(toPath(uri))) onManyChanged();
    }),
    workspace.onDidChangeWorkspaceFolders(onManyChanged),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("files.exclude")) onManyChanged();
    }),
  );
}
