// Checks out the branch of a pull request through VS Code's Git extension, and knows which one is checked out.
import { basename, dirname, join } from "node:path";
import * as v from "valibot";
import { commands, Uri, workspace, type Event } from "vscode";
import { Emitter } from "../../../workbench/events.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { StoredValue, type State } from "../../../workbench/storage/stored-value.ts";
import { inLine } from "../../../workbench/text/encode.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { fullName, repositoryWebUrl, type ThreadAddress } from "../../model/address.ts";
import { formatPull } from "../../model/entities.ts";
import type { PullDetails } from "../../model/pull.ts";
import { findClones, findRemote } from "./clones.ts";
import { readGitError, type CheckoutGit, type CheckoutRepository } from "./git-api.ts";
import { storedPull, toPull } from "../store/stored-pull.ts";
import type { KnownServers } from "../../repositories/known-servers.ts";
import type { Pulls } from "../store/pulls.ts";
import type { Repositories } from "../../repositories/repositories.ts";

export interface CheckoutDependencies {
  readonly shared: Pick<Shared, "dialogs">;
  readonly services: {
    readonly knownServers: KnownServers;
    readonly pulls: Pulls;
    readonly repositories: Repositories;
  };
  readonly state: State;
  readonly startGit: () => Promise<CheckoutGit | undefined>;
}

/** What is remembered of a branch that was checked out. */
const checkedOut = v.object({
  pull: storedPull,
  title: v.string(),
  /** Where to go back to. */
  defaultBranch: v.string(),
});

const KEY = "triptych.issues.checkedOut";
const MAX_BRANCHES = 100;
/** The Git extension's status of files that Git doesn't know. Git never overwrites them. */
const UNTRACKED = 7;

/** How to get the commits of a pull request. */
interface Plan {
  readonly repository: CheckoutRepository;
  /** The name of the local branch. */
  readonly branch: string;
  readonly remote: string;
  readonly refspec: string;
  /** The ref that has the head after the fetch. */
  readonly fetched: string;
  readonly upstream: string | undefined;
}

export interface CheckedOutPull {
  readonly repository: CheckoutRepository;
  readonly branch: string;
  readonly pull: ThreadAddress;
  readonly title: string;
  readonly defaultBranch: string;
}

export class Checkout {
  readonly #dependencies: CheckoutDependencies;
  /** By the folder of the repository and the branch. */
  readonly #branches: StoredValue<Record<string, v.InferOutput<typeof checkedOut>>>;
  readonly #changed = new Emitter<void>();
  /** Fires when another branch is known to be that of a pull request. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(dependencies: CheckoutDependencies) {
    this.#dependencies = dependencies;
    this.#branches = new StoredValue(dependencies.state, KEY, v.record(v.string(), checkedOut), {});
  }

  /** Returns the pull request whose branch is checked out in a repository. */
  find(repository: CheckoutRepository): CheckedOutPull | undefined {
    const branch = repository.state.HEAD?.name;
    if (branch === undefined) return undefined;
    const known = this.#branches.get()[toKey(repository, branch)];
    if (known === undefined) return undefined;
    const { defaultBranch, pull, title } = known;
    return { repository, branch, pull: toPull(pull), title, defaultBranch };
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async checkOut(address: ThreadAddress): Promise<void> {
    const { dialogs } = this.#dependencies.shared;
    const { services } = this.#dependencies;
    const name = formatPull(address.number);
    const found = await this.#findClone(address);
    if (found === undefined) return;
    const details = await dialogs.progress(l10n.t("Loading {0}…", name), (_report, signal) =>
      services.pulls.readDetails(address, signal),
    );
    const plan = planCheckout(address, details, found.repository, found.remote);
    if (plan === undefined) {
      void dialogs.message("warning", l10n.t("Not checked out. Git doesn't allow the name {0}.", details.head.branch));
      return;
    }
    const { branch, repository } = plan;
    const defaultBranch = await services.pulls.readDefaultBranch(address);
    // The Git extension is slow to notice what happens in a terminal.
    await repository.status();
    if (repository.state.HEAD?.name === branch) {
      void dialogs.message("info", l10n.t("The branch {0} is already checked out.", branch));
      return;
    }
    const obstacle = findUnsavedWork(repository);
    if (obstacle !== undefined) {
      const worktree = { label: l10n.t("Create Worktree"), run: () => this.#addWorktree(plan, name) };
      const offered = repository.createWorktree === undefined ? [] : [worktree];
      void dialogs.message("warning", `${l10n.t("{0} was not checked out.", name)} ${obstacle}`, offered);
      return;
    }
    const isDone = await this.#try(l10n.t("Checking out {0}…", branch), async () => {
      await repository.fetch(plan.remote, plan.refspec);
      const exists = await hasBranch(repository, branch);
      if (!exists) await repository.createBranch(branch, false, plan.fetched);
      if (!exists && plan.upstream !== undefined) await repository.setBranchUpstream(branch, plan.upstream);
      // Comes last: once a branch is checked out, the Git extension writes to Git's configuration too, which locks it.
      await repository.checkout(branch);
    });
    if (!isDone) return;
    await this.remember(repository, branch, { address, title: details.title, defaultBranch });
    const { commit } = await repository.getBranch(branch);
    const differs =
      commit === details.head.commit ? "" : ` ${l10n.t("It has other commits than {0}: pull, or push yours.", name)}`;
    const back = { label: l10n.t("Back to {0}", defaultBranch), run: () => this.back() };
    void dialogs.message("info", `${l10n.t("Checked out {0} of {1}.", branch, name)}${differs}`, [back]);
  }

  /** Remembers which pull request a branch is of. */
  async remember(
    repository: CheckoutRepository,
    branch: string,
    {
      address,
      defaultBranch,
      title,
    }: { readonly address: ThreadAddress; readonly title: string; readonly defaultBranch: string },
  ): Promise<void> {
    const key = toKey(repository, branch);
    await this.#branches.update((all) => {
      const others = Object.entries(all).filter(([each]) => each !== key);
      const known = { pull: storePull(address), title, defaultBranch };
      return Object.fromEntries([...others.slice(-(MAX_BRANCHES - 1)), [key, known]]);
    });
    this.#changed.fire();
  }

  /** Checks out the default branch where a pull request is checked out. */
  async back(): Promise<void> {
    const { dialogs } = this.#dependencies.shared;
    const repositories = (await this.#dependencies.startGit())?.repositories ?? [];
    // Another repository that Git can't read doesn't keep this one from going back.
    await Promise.allSettled(repositories.map((repository) => repository.status()));
    const [pull] = repositories.flatMap((each) => this.find(each) ?? []);
    if (pull === undefined) {
      void dialogs.message("info", l10n.t("No pull request is checked out."));
      return;
    }
    const { defaultBranch, repository } = pull;
    const obstacle = findUnsavedWork(repository);
    if (obstacle === undefined) {
      await this.#try(l10n.t("Checking out {0}…", defaultBranch), () => repository.checkout(defaultBranch));
    } else void dialogs.message("warning", `${l10n.t("{0} was not checked out.", defaultBranch)} ${obstacle}`);
  }

  async #addWorktree({ branch, fetched, refspec, remote, repository }: Plan, name: string): Promise<void> {
    const root = repository.rootUri.fsPath;
    const path = join(dirname(root), `${basename(root)}.worktrees`, branch.replaceAll("/", "-"));
    const isDone = await this.#try(l10n.t("Checking out {0}…", branch), async () => {
      await repository.fetch(remote, refspec);
      const exists = await hasBranch(repository, branch);
      await repository.createWorktree?.({ path, ...(exists ? { commitish: branch } : { commitish: fetched, branch }) });
    });
    if (!isDone) return;
    const open = {
      label: l10n.t("Open in New Window"),
      run: () => commands.executeCommand("vscode.openFolder", Uri.file(path), { forceNewWindow: true }),
    };
    const sentence = l10n.t("Checked out {0} of {1} in {2}.", branch, name, inLine(path));
    void this.#dependencies.shared.dialogs.message("info", sentence, [open]);
  }

  /** Finds the clone of a pull request's repository among the open folders, and its remote. Says if there is none. */
  async #findClone(
    address: ThreadAddress,
  ): Promise<{ readonly repository: CheckoutRepository; readonly remote: string } | undefined> {
    const { services, shared, startGit } = this.#dependencies;
    const git = await startGit();
    if (git === undefined) {
      void shared.dialogs.message("warning", l10n.t("VS Code's Git extension is turned off, or Git isn't installed."));
      return undefined;
    }
    for (const each of await findClones(git, services)) {
      const remote = findRemote(each, address);
      if (remote !== undefined) return { repository: each.repository, remote: remote.name };
    }
    const clone = {
      label: l10n.t("Clone…"),
      run: () => commands.executeCommand("git.clone", `${repositoryWebUrl(address)}.git`),
    };
    void shared.dialogs.message("warning", l10n.t("No open folder is a clone of {0}.", fullName(address)), [clone]);
    return undefined;
  }

  /** Runs Git, and shows why it failed. */
  async #try(title: string, work: () => Promise<unknown>): Promise<boolean> {
    const { dialogs } = this.#dependencies.shared;
    try {
      await dialogs.progress(title, work);
      return true;
    } catch (error) {
      void dialogs.message("warning", l10n.t("Not checked out. {0}", readGitError(error)));
      return false;
    }
  }
}

function storePull({ base, owner, name, number }: ThreadAddress): v.InferOutput<typeof storedPull> {
  return { base, owner, name, number: String(number) };
}

function toKey({ rootUri }: CheckoutRepository, branch: string): string {
  return `${rootUri.toString()} ${branch}`;
}

async function hasBranch(repository: CheckoutRepository, branch: string): Promise<boolean> {
  return await repository.getBranch(branch).then(
    () => true,
    () => false,
  );
}

/** Names of branches come from the server, and become arguments of Git. */
const BRANCH_NAME = /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)))[^\s~^:?*[\\\p{Cc}]+(?<![/.])$/u;

/** Servers keep the head of each pull request, also of forks and deleted branches, under a ref of its own. */
function planCheckout(
  address: ThreadAddress,
  { head }: PullDetails,
  repository: CheckoutRepository,
  remote: string,
): Plan | undefined {
  const { branch, isGone } = head;
  const isOwn =
    head.repository !== undefined && fullName(head.repository).toLowerCase() === fullName(address).toLowerCase();
  const common = { repository, remote };
  if (!isOwn || isGone) {
    const local = branch.startsWith("refs/") ? `pull/${address.number}` : `pull/${address.number}/${branch}`;
    const fetched = `refs/remotes/${remote}/pull/${address.number}/head`;
    if (!BRANCH_NAME.test(local)) return undefined;
    const refspec = `+refs/pull/${address.number}/head:${fetched}`;
    return { ...common, branch: local, refspec, fetched, upstream: undefined };
  }
  if (!BRANCH_NAME.test(branch)) return undefined;
  const fetched = `refs/remotes/${remote}/${branch}`;
  return { ...common, branch, refspec: `+refs/heads/${branch}:${fetched}`, fetched, upstream: `${remote}/${branch}` };
}

/** Returns what a checkout would mix with another branch, in a sentence. */
function findUnsavedWork(repository: CheckoutRepository): string | undefined {
  const root = `${repository.rootUri.toString()}/`;
  const unsaved = workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.toString().startsWith(root));
  if (unsaved.length > 0) {
    return l10n.plural(unsaved.length, "{0} file is not saved.", "{0} files are not saved.");
  }
  const { indexChanges, mergeChanges, workingTreeChanges } = repository.state;
  const changes = [
    ...indexChanges,
    ...mergeChanges,
    ...workingTreeChanges.filter(({ status }) => status !== UNTRACKED),
  ];
  if (changes.length === 0) return undefined;
  return l10n.plural(changes.length, "{0} change is not committed.", "{0} changes are not committed.");
}
