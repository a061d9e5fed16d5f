// Creates a pull request from the current branch: asks where it goes, writes it like a new issue, and pushes the branch.
import { basename, join } from "node:path";
import { window } from "vscode";
import { readForeignFile } from "../../../base/foreign-file.ts";
import type { Choice } from "../../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { inLine } from "../../../workbench/text/encode.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import type { Documents } from "../../editing/documents.ts";
import { pickStarted } from "../../editing/new-issue.ts";
import { fullName, repositoryKey, sameBase, type RepositoryAddress } from "../../model/address.ts";
import { sameLogin, withLineFeeds } from "../../model/entities.ts";
import { EMPTY_FORM } from "../../model/issue-text.ts";
import { parseHead, toDraftTitle } from "../../model/pull.ts";
import type { Permission } from "../../repositories/permission.ts";
import { places, type Place } from "../../writing/drafts/place.ts";
import type { SentDraft } from "../../writing/sender.ts";
import { findFault, readForm, writeDocument } from "../../writing/drafts/draft-document.ts";
import type { Checkout } from "./checkout.ts";
import { findClones, findRemote, type Clone, type CloneRemote } from "./clones.ts";
import { readGitError, type CheckoutGit, type CheckoutRepository } from "./git-api.ts";
import type { KnownServers } from "../../repositories/known-servers.ts";
import type { Pulls } from "../store/pulls.ts";
import type { Repositories } from "../../repositories/repositories.ts";
import type { Servers } from "../../repositories/servers.ts";
import type { Writing } from "../../writing/writing.ts";

export interface PullCreationDependencies {
  readonly shared: Pick<Shared, "dialogs" | "now">;
  readonly services: {
    readonly knownServers: KnownServers;
    readonly pulls: Pulls;
    readonly repositories: Repositories;
    readonly servers: Servers;
    readonly writing: Writing;
  };
  readonly permission: Pick<Permission, "check">;
  readonly documents: Pick<Documents, "open" | "read">;
  readonly checkout: Pick<Checkout, "remember">;
  readonly startGit: () => Promise<CheckoutGit | undefined>;
}

/** A branch of a clone, and where it is or will be on a server. */
interface Source {
  readonly clone: Clone;
  readonly branch: string;
  readonly remote: CloneRemote;
}

/** The places of a template, in the order of the servers. They are the same in all of these folders. */
const TEMPLATE_FOLDERS = ["", ".forgejo", ".gitea", ".github"];
const TEMPLATE_NAMES = ["PULL_REQUEST_TEMPLATE.md", "pull_request_template.md"];
const MAX_TEMPLATE_BYTES = 256 * 1024;

export class PullCreation {
  readonly #dependencies: PullCreationDependencies;

  constructor(dependencies: PullCreationDependencies) {
    this.#dependencies = dependencies;
  }

  /** Asks for the branches, and opens the document. `given` is the repository to merge into, if the user chose one. */
  async begin(given?: RepositoryAddress): Promise<void> {
    const { documents, permission, services, shared } = this.#dependencies;
    const source = await this.#chooseSource(given);
    const target = source && (given ?? (await this.#chooseTarget(source)));
    if (source === undefined || target === undefined || !(await permission.check("createPull", target))) return;
    const { drafts } = services.writing;
    const title = l10n.t("New Pull Request in {0}", fullName(target));
    const started = await pickStarted({ ...shared, drafts }, title, "newPull", target);
    if (started === undefined) return;
    if (started !== "new") return await documents.open(started);
    const base = await this.#chooseBase(source, target);
    if (base === undefined) return;
    const isDraft = await shared.dialogs.pick(title, [
      { label: l10n.t("Ready for Review"), value: false },
      { label: l10n.t("Draft"), description: l10n.t("can't be merged until you mark it as ready"), value: true },
    ]);
    if (isDraft === undefined) return;
    const { branch, clone, remote } = source;
    const commit = await findOnlyCommit(clone, target, base, branch);
    const [subject = "", ...rest] = withLineFeeds(commit ?? toTitle(branch)).split("\n");
    const template = await readTemplate(clone.repository);
    const form = {
      ...EMPTY_FORM,
      title: isDraft ? toDraftTitle(subject.trim(), true) : subject.trim(),
      body: [rest.join("\n"), template].flatMap((part) => part.trim() || []).join("\n\n"),
      from: repositoryKey(remote.address) === repositoryKey(target) ? branch : `${remote.address.owner}:${branch}`,
      into: base,
    };
    const place = places.newPull(target);
    await drafts.begin(place, { text: `${writeDocument(place.kind, form, form).trimEnd()}\n\n` });
    await documents.open(place);
  }

  /** Offers to push the branch of a new pull request. Returns false if nothing should be sent. */
  async pushFirst(place: Place): Promise<boolean> {
    const { dialogs } = this.#dependencies.shared;
    const text = place.kind === "newPull" ? await this.#dependencies.documents.read(place) : "";
    if (place.kind !== "newPull" || findFault(place.kind, text) !== undefined) return true;
    const source = await this.#findSource(place.repository, readForm(place.kind, text).from);
    if (source === undefined) return true;
    const { branch, remote } = source;
    const { repository } = source.clone;
    const { ahead = 0, upstream } = await repository.getBranch(branch);
    const isPublished = upstream?.remote === remote.name;
    const where = fullName(remote.address);
    if (isPublished && ahead === 0) return true;
    if (!isPublished) {
      const sentence = l10n.t("Push {0} to {1}?", branch, where);
      const detail = l10n.t("The branch is not on the server yet. The pull request is created after that.");
      if (!(await dialogs.confirm({ sentence, detail, yes: l10n.t("Push") }))) return false;
    } else {
      const title = l10n.plural(ahead, "{0} commit of {1} is not pushed", "{0} commits of {1} are not pushed", branch);
      const pushes = await dialogs.pick(title, [
        { label: l10n.t("Push, Then Create Pull Request"), value: true },
        { label: l10n.t("Create Without Pushing"), value: false },
      ]);
      if (pushes !== true) return pushes === false;
    }
    try {
      await dialogs.progress(l10n.t("Pushing {0}…", branch), () => repository.push(remote.name, branch, !isPublished));
      return true;
    } catch (error) {
      void dialogs.message("warning", l10n.t("Not pushed, so nothing was created. {0}", readGitError(error)));
      return false;
    }
  }

  /** Remembers a created pull request as that of its branch. */
  async remember({ place, sent, text }: Pick<SentDraft, "place" | "sent" | "text">): Promise<void> {
    const { checkout, services } = this.#dependencies;
    if (place.kind !== "newPull") return;
    const { from, title } = readForm(place.kind, text);
    const source = await this.#findSource(place.repository, from);
    if (source === undefined) return;
    const defaultBranch = await services.pulls.readDefaultBranch(place.repository);
    await checkout.remember(source.clone.repository, source.branch, { address: sent.thread, title, defaultBranch });
  }

  async #chooseSource(given: RepositoryAddress | undefined): Promise<Source | undefined> {
    const { services, shared, startGit } = this.#dependencies;
    const { dialogs } = shared;
    const say = (sentence: string): undefined => void dialogs.message("warning", sentence);
    const git = await startGit();
    if (git === undefined) return say(l10n.t("VS Code's Git extension is turned off, or Git isn't installed."));
    const clones = (await findClones(git, services)).filter(
      ({ remotes }) => given === undefined || remotes.some(({ address }) => sameBase(address.base, given.base)),
    );
    if (clones.length === 0) {
      return given === undefined
        ? say(l10n.t("No open folder is a clone of a repository on a server that Triptych knows."))
        : say(l10n.t("No open folder is a clone of {0}.", fullName(given)));
    }
    const clone = findActive(clones) ?? (await this.#pickOnlyOne(l10n.t("Select a Folder"), clones, toFolderChoice));
    if (clone === undefined) return undefined;
    // The Git extension is slow to notice what happens in a terminal.
    await clone.repository.status();
    const { HEAD } = clone.repository.state;
    const branch = HEAD?.name;
    if (branch === undefined) return say(l10n.t("Check out a branch first."));
    const published = clone.remotes.find(({ name }) => name === HEAD?.upstream?.remote);
    const remote =
      published ??
      (await this.#pickOnlyOne(l10n.t("Push {0} To", branch), clone.remotes, (each) => ({
        label: each.name,
        description: fullName(each.address),
      })));
    return remote && { clone, branch, remote };
  }

  /** Asks for the repository to merge into: one of the remotes, or the one that a fork comes from. */
  async #chooseTarget({ clone, remote }: Source): Promise<RepositoryAddress | undefined> {
    const { dialogs } = this.#dependencies.shared;
    const { address } = remote;
    const api = this.#dependencies.services.servers.for(address);
    const { parent } = await dialogs.progress(l10n.t("Loading {0}…", fullName(address)), (_report, signal) =>
      api.repository(address, { signal }),
    );
    const remotes = clone.remotes.map((each) => each.address).filter(({ base }) => sameBase(base, address.base));
    const all = [...(parent === undefined ? [] : [{ ...parent, base: address.base }]), address, ...remotes];
    const targets = [...new Map(all.map((each) => [repositoryKey(each), each])).values()];
    return await this.#pickOnlyOne(l10n.t("Merge Into"), targets, (each) => ({ label: fullName(each) }));
  }

  /** Asks for a branch that the server lists, the default branch first. */
  async #chooseBase({ branch, remote }: Source, target: RepositoryAddress): Promise<string | undefined> {
    const { services, shared } = this.#dependencies;
    const { defaultBranch, names } = await shared.dialogs.progress(
      l10n.t("Loading {0}…", fullName(target)),
      (_report, signal) => services.pulls.readBranches(target, signal),
    );
    const isOwn = repositoryKey(remote.address) === repositoryKey(target);
    const bases = names
      .filter((name) => !(isOwn && name === branch))
      .toSorted((one, other) => Number(other === defaultBranch) - Number(one === defaultBranch));
    if (bases.length === 0) {
      void shared.dialogs.message("warning", l10n.t("{0} has no other branch to merge into.", fullName(target)));
      return undefined;
    }
    return await this.#pickOnlyOne(l10n.t("Merge {0} Into", branch), bases, (name) => ({
      label: name,
      ...(name === defaultBranch ? { description: l10n.t("default") } : {}),
    }));
  }

  async #pickOnlyOne<T>(
    title: string,
    values: readonly T[],
    toChoice: (value: T) => Omit<Choice<T>, "value">,
  ): Promise<T | undefined> {
    if (values.length === 1) return values[0];
    const choices = values.map((value) => ({ ...toChoice(value), value }));
    return await this.#dependencies.shared.dialogs.pick(title, choices);
  }

  /** Finds the local branch that a document names. */
  async #findSource(target: RepositoryAddress, from: string): Promise<Source | undefined> {
    const git = await this.#dependencies.startGit();
    if (git === undefined) return undefined;
    const { branch, owner } = parseHead(from);
    for (const clone of await findClones(git, this.#dependencies.services)) {
      const remote =
        owner === undefined
          ? findRemote(clone, target)
          : clone.remotes.find(({ address }) => sameBase(address.base, target.base) && sameLogin(address.owner, owner));
      const isLocal = await clone.repository.getBranch(branch).then(
        ({ name }) => name === branch,
        () => false,
      );
      if (remote !== undefined && isLocal) return { clone, branch, remote };
    }
    return undefined;
  }
}

/** Returns the clone with the file in the active editor. */
function findActive(clones: readonly Clone[]): Clone | undefined {
  const uri = window.activeTextEditor?.document.uri.toString() ?? "";
  return clones.find(({ repository }) => uri.startsWith(`${repository.rootUri.toString()}/`));
}

function toFolderChoice({ remotes, repository }: Clone) {
  return { label: basename(repository.rootUri.fsPath), description: fullName(remotes[0].address) };
}

/** Returns the message of a branch's only commit. Undefined if it has more, or Git doesn't know the base. */
async function findOnlyCommit(
  clone: Clone,
  target: RepositoryAddress,
  base: string,
  branch: string,
): Promise<string | undefined> {
  const remote = findRemote(clone, target);
  if (remote === undefined) return undefined;
  const range = `refs/remotes/${remote.name}/${base}..refs/heads/${branch}`;
  const commits = await clone.repository.log({ range, maxEntries: 2 }).catch(() => []);
  return commits.length === 1 ? commits[0]?.message : undefined;
}

/** Turns the name of a branch into a title: "fix/night-lamp" becomes "Fix/night lamp". */
function toTitle(branch: string): string {
  const words = branch.replaceAll(/[-_]+/g, " ").trim();
  return inLine(words.slice(0, 1).toUpperCase() + words.slice(1));
}

/** The API has no route for templates, so it is read from the clone. */
async function readTemplate({ rootUri }: CheckoutRepository): Promise<string> {
  if (rootUri.scheme !== "file") return "";
  for (const folder of TEMPLATE_FOLDERS) {
    for (const name of TEMPLATE_NAMES) {
      const path = join(rootUri.fsPath, folder, name);
      const bytes = await readForeignFile(path, { within: rootUri.fsPath, maxBytes: MAX_TEMPLATE_BYTES });
      if (bytes !== undefined) return bytes.toString("utf8");
    }
  }
  return "";
}
