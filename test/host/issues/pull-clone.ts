// A clone, made by Git, of what stands in for the sandbox's repository lantern/almanac, with the branch of its !4.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { commands, Uri, window, workspace } from "vscode";
import type { CheckoutGit } from "../../../src/issues/pulls/checkout/git-api.ts";
import { activateGit } from "../../../src/issues/repositories/workspace-remotes.ts";
import { until } from "../extension.ts";
import type { ForgeService } from "./service.ts";

/** A file that the pull request changes. */
interface ClonedFile {
  readonly path: string;
  readonly readTexts: () => Promise<{ readonly before: string; readonly after: string }>;
}

const TIDE: ClonedFile = {
  path: "tide.ts",
  readTexts: () => Promise.resolve({ before: "const tide = 1;\n", after: "const tide = 2;\n" }),
};

/** Call it in a `describe`. Each test begins on the branch main, and other branches are deleted after it. */
export function pullClone(name: string, at: { readonly forge: ForgeService }, { path, readTexts } = TIDE) {
  const folder = Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open"), name);
  const file = Uri.joinPath(folder, path);
  let server: string;
  let head: string;

  async function git(cwd: string, ...args: readonly string[]): Promise<string> {
    const person = ["-c", "user.name=Nadia", "-c", "user.email=nadia@example.org", "-c", "commit.gpgSign=false"];
    const { stdout } = await promisify(execFile)("git", [...person, ...args], { cwd });
    return stdout.trim();
  }
  const here = (...args: readonly string[]): Promise<string> => git(folder.fsPath, ...args);
  const startGit = () => activateGit<CheckoutGit>();
  const branch = () => here("branch", "--show-current");
  const write = (text: string) => workspace.fs.writeFile(file, Buffer.from(text));
  const findClone = async () =>
    (await startGit())?.repositories.find(({ rootUri }) => rootUri.path === folder.path) ?? assert.fail();
  /** Waits until the Git extension has noticed which branch is checked out. */
  const refreshed = async (): Promise<void> => {
    const present = await branch();
    const repository = await findClone();
    await until("the branch is noticed", async () => {
      await repository.status();
      return repository.state.HEAD?.name === present;
    });
  };

  before(async () => {
    const texts = await readTexts();
    server = await mkdtemp(join(tmpdir(), "triptych-server-"));
    await git(server, "init", "--quiet", "--bare", "--initial-branch", "main");
    await workspace.fs.createDirectory(folder);
    await here("init", "--quiet", "--initial-branch", "main");
    // Fetches from the folder what the clone believes to be at the sandbox.
    const url = `${at.forge.base}/lantern/almanac.git`;
    await here("remote", "add", "origin", url);
    await here("config", `url.${server}.insteadOf`, url);
    await here("config", "user.name", "Nadia");
    await here("config", "user.email", "nadia@example.org");
    await write(texts.before);
    await here("add", ".");
    await here("commit", "--quiet", "--message", "Add tides");
    await here("checkout", "--quiet", "-b", "all-constituents");
    await write(texts.after);
    await here("commit", "--quiet", "--all", "--message", "Read all");
    head = await here("rev-parse", "HEAD");
    await here("push", "--quiet", "origin", "main", "all-constituents", "HEAD:refs/pull/4/head");
    await here("checkout", "--quiet", "main");
    await here("branch", "--quiet", "-D", "all-constituents");
    await window.showTextDocument(file);
    const api = (await startGit()) ?? assert.fail("VS Code's Git extension is not active");
    await until("the repository is open", () =>
      api.repositories.some(({ rootUri, state }) => rootUri.path === folder.path && state.remotes.length > 0),
    );
    await refreshed();
  });
  after(async () => {
    await commands.executeCommand("workbench.action.closeAllEditors");
    await commands.executeCommand("git.close", folder);
    await workspace.fs.delete(folder, { recursive: true, useTrash: false });
    await rm(server, { recursive: true, force: true });
  });
  afterEach(async () => {
    await commands.executeCommand("workbench.action.files.revert");
    await here("checkout", "--quiet", "--force", "main");
    for (const each of (await here("branch", "--format", "%(refname:short)")).split("\n")) {
      if (each !== "main") await here("branch", "--quiet", "-D", each);
    }
    await refreshed();
  });

  return {
    folder,
    file,
    /** The head of !4. */
    get head() {
      return head;
    },
    git,
    here,
    /** Runs Git on the server. */
    there: (...args: readonly string[]) => git(server, ...args),
    startGit,
    branch,
    write,
    findClone,
    refreshed,
  };
}
