// Turns the editor's selection into a code block with a permalink, to share in an issue.
import { window, workspace, type TextEditor } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { Problem } from "../../base/problem.ts";
import type { SharedContent } from "../../workbench/share/shares.ts";
import { activateGit, type GitApi, type GitRepository } from "../repositories/workspace-remotes.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { fenceCode, findInCommit, linkText, permalink, type Lines } from "../model/excerpt.ts";

/** Returns the repository that a Git remote points to, if it is on a known server. */
type FindRepository = (remote: string) => RepositoryAddress | undefined;

/** The selection as Markdown, with its repository if that is on a known server. */
export interface Excerpt extends SharedContent {
  readonly home: RepositoryAddress | undefined;
}

/**
 * Reads the selection of the active editor. The link leads to the same lines in the current commit. A note says if the
 * commit doesn't contain them or hasn't been pushed.
 */
export async function readEditorExcerpt(
  findKnown: FindRepository,
  git: () => Promise<Pick<GitApi, "getRepository"> | undefined> = activateGit,
): Promise<Excerpt> {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) {
    throw new Problem("invalid", { detail: l10n.t("Select some lines first.") });
  }
  const { document } = editor;
  const at = selectedLines(editor);
  const selected = Array.from(
    { length: at.last - at.first + 1 },
    (_, place) => document.lineAt(at.first - 1 + place).text,
  );
  const code = fenceCode(selected.join("\n"), document.languageId);
  const path = workspace.asRelativePath(document.uri, false);
  const title = `${path} ${describeLines(at)}`;
  const withoutLink = { title, markdown: `\`${title}\`\n\n${code}\n`, home: undefined };
  const repository = (await git())?.getRepository(document.uri) ?? undefined;
  const home = repository === undefined ? undefined : findRepository(repository, findKnown);
  const commit = repository?.state.HEAD?.commit;
  if (repository === undefined || home === undefined || commit === undefined)
    return { ...withoutLink, home: home?.address };
  const relativePath = document.uri.path.slice(repository.rootUri.path.length + 1);
  const committedText = await repository.show(commit, document.uri.fsPath).catch(() => undefined);
  const lines = findInCommit(committedText, selected, at);
  const shortCommit = commit.slice(0, 10);
  const pushed = await isPushed(repository, home.remote, commit);
  const notes = [
    committedText === undefined && l10n.t("The file is not in commit {0}.", shortCommit),
    committedText !== undefined &&
      lines === undefined &&
      l10n.t("These lines have changed since commit {0}.", shortCommit),
    !pushed && l10n.t("Commit {0} has not been pushed yet, so the link won't work until it is.", shortCommit),
  ].filter((each) => each !== false);
  const text = `${linkText(relativePath)} ${describeLines(lines ?? at)}`;
  const link =
    committedText === undefined
      ? `\`${relativePath}\``
      : `[${text}](${permalink(home.address, commit, relativePath, lines)})`;
  const noteText = notes.length === 0 ? "" : `\n\n*${notes.join(" ")}*`;
  return { title, markdown: `${link}${noteText}\n\n${code}\n`, home: home.address };
}

/** Returns the selected lines. A selection that ends at the start of a line doesn't include that line. */
function selectedLines({ selection: { start, end } }: TextEditor): Lines {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { first: start.line + 1, last: last + 1 };
}

function describeLines({ first, last }: Lines): string {
  return first === last ? l10n.t("line {0}", first) : l10n.t("lines {0} to {1}", first, last);
}

/** Finds the first remote on a known server. */
function findRepository(
  { state }: GitRepository,
  findKnown: FindRepository,
): { readonly remote: string; readonly address: RepositoryAddress } | undefined {
  for (const { name, fetchUrl, pushUrl } of state.remotes) {
    const url = fetchUrl ?? pushUrl;
    const address = url === undefined ? undefined : findKnown(url);
    if (address !== undefined) return { remote: name, address };
  }
  return undefined;
}

/** True if a remote-tracking branch contains the commit, as of the last fetch. */
async function isPushed(repository: GitRepository, remote: string, commit: string): Promise<boolean> {
  const branches = await repository.getBranches({ remote: true, contains: commit }).catch(() => []);
  return branches.some(
    ({ name, remote: branchRemote }) => branchRemote === remote || name?.startsWith(`${remote}/`) === true,
  );
}
