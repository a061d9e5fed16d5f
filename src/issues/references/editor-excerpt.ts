// Turns the editor's selection into a code block with a link, to share in an issue.
import { window, workspace, type TextEditor } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { Problem } from "../../base/problem.ts";
import type { Parcel } from "../../workbench/share/shares.ts";
import { gitOfWindow, type GitApi, type GitRepository } from "../repositories/workspace-remotes.ts";
import { parseKnownRemote, type RepositoryAddress } from "../model/address.ts";
import { fenceCode, findInCommit, linkText, permalink, type Lines } from "../model/excerpt.ts";

/** The selected text, and its repository if that is on a known server. */
export interface Excerpt extends Parcel {
  readonly home: RepositoryAddress | undefined;
}

/**
 * The link leads to the same lines in the current commit, and a note says if that commit lacks them or is not pushed.
 */
export async function readEditorExcerpt(
  bases: readonly string[],
  git: () => Promise<Pick<GitApi, "getRepository"> | undefined> = gitOfWindow,
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
  const named = `${path} ${describeLines(at)}`;
  const plain = { title: named, markdown: `\`${named}\`\n\n${code}\n`, home: undefined };
  const repository = (await git())?.getRepository(document.uri) ?? undefined;
  const home = repository === undefined ? undefined : findRepository(repository, bases);
  const commit = repository?.state.HEAD?.commit;
  if (repository === undefined || home === undefined || commit === undefined) return { ...plain, home: home?.address };
  const below = document.uri.path.slice(repository.rootUri.path.length + 1);
  const committed = await repository.show(commit, document.uri.fsPath).catch(() => undefined);
  const lines = findInCommit(committed, selected, at);
  const short = commit.slice(0, 10);
  const pushed = await isPushed(repository, home.remote, commit);
  const notes = [
    committed === undefined && l10n.t("The file is not in commit {0}.", short),
    committed !== undefined && lines === undefined && l10n.t("These lines have changed since commit {0}.", short),
    !pushed && l10n.t("Commit {0} has not been pushed yet, so the link won't work until it is.", short),
  ].filter((each) => each !== false);
  const text = `${linkText(below)} ${describeLines(lines ?? at)}`;
  const link = committed === undefined ? `\`${below}\`` : `[${text}](${permalink(home.address, commit, below, lines)})`;
  const said = notes.length === 0 ? "" : `\n\n*${notes.join(" ")}*`;
  return { title: named, markdown: `${link}${said}\n\n${code}\n`, home: home.address };
}

/** A selection that ends at the start of a line doesn't include that line. */
function selectedLines({ selection: { start, end } }: TextEditor): Lines {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { first: start.line + 1, last: last + 1 };
}

function describeLines({ first, last }: Lines): string {
  return first === last ? l10n.t("line {0}", first) : l10n.t("lines {0} to {1}", first, last);
}

/** The first remote that is on a known server. */
function findRepository(
  { state }: GitRepository,
  bases: readonly string[],
): { readonly remote: string; readonly address: RepositoryAddress } | undefined {
  for (const { name, fetchUrl, pushUrl } of state.remotes) {
    const url = fetchUrl ?? pushUrl;
    const address = url === undefined ? undefined : parseKnownRemote(url, bases);
    if (address !== undefined) return { remote: name, address };
  }
  return undefined;
}

/** Whether a branch of the remote, as it was last fetched, has the commit. */
async function isPushed(repository: GitRepository, remote: string, commit: string): Promise<boolean> {
  const branches = await repository.getBranches({ remote: true, contains: commit }).catch(() => []);
  return branches.some(({ name, remote: of }) => of === remote || name?.startsWith(`${remote}/`) === true);
}
