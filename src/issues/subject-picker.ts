import { l10n } from "../workbench/text/l10n.ts";
import { asProblem, Problem } from "../base/problem.ts";
import type { Choice } from "../workbench/dialogs.ts";
import { describeProblem } from "../workbench/problems.ts";
import type { Shared } from "../workbench/shared.ts";
import { formatAge } from "../workbench/words.ts";
import { firstLine, numbered } from "./model/entities.ts";
import type { Comment, Issue } from "./model/entities.ts";
import { fullName, hostOf, parseRepository, parseServer, repositoryKey, sameBase } from "./model/address.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import type { StrangeRemote } from "./model/remote.ts";
import type { Services } from "./services.ts";
import { CommentSubject } from "./subjects.ts";
import { draftChoice, unsentDrafts } from "./editing/rows.ts";
import type { DraftSubject } from "./subjects.ts";
import { nameOf } from "./words.ts";

type UsedServices = Pick<
  Services,
  "discovery" | "knownServers" | "repositories" | "repositoryNames" | "threads" | "writing"
>;

/** A text that can be quoted in a reply. */
export interface Quotable {
  readonly address: ThreadAddress;
  readonly comment: Pick<Comment, "author" | "body">;
}

interface TextsOfThread {
  readonly address: ThreadAddress;
  readonly issue: Issue;
  readonly comments: readonly Comment[];
}

/** Asks for the subject of a command that was run without one. */
export class SubjectPicker {
  readonly #shared: Shared;
  readonly #services: UsedServices;

  constructor(shared: Shared, services: UsedServices) {
    this.#shared = shared;
    this.#services = services;
  }

  /** Asks for a repository, looks whether it is there, and keeps it in the view. */
  async addRepository(): Promise<RepositoryAddress | undefined> {
    const { dialogs } = this.#shared;
    const shown = new Set((await this.#services.repositories.list()).map(({ address }) => repositoryKey(address)));
    const found = (await this.#services.repositories.found()).filter((address) => !shown.has(repositoryKey(address)));
    const address = await dialogs.lookUp<RepositoryAddress>(
      {
        title: l10n.t("Add Repository"),
        placeholder: l10n.t("owner/name, a URL, or part of a name to search for"),
      },
      (typed) => this.#repositoriesAtOnce(typed, found),
      async (typed, signal) => {
        const likely = found.filter((each) => fullName(each).toLowerCase().includes(typed.trim().toLowerCase()));
        const there = new Set([...shown, ...likely.map(repositoryKey)]);
        return await this.#repositoriesOfServers(typed, there, signal);
      },
    );
    if (address === undefined) return undefined;
    return await dialogs.progress(l10n.t("Searching for {0}…", fullName(address)), async (_report, signal) => {
      const base = (await this.#isKnown(address.base))
        ? address.base
        : await this.#services.discovery.findServer(address.base, signal);
      if (base === undefined) throw new Problem("notFound", { origin: new URL(address.base).origin });
      return await this.#services.repositoryNames.add({ ...address, base }, signal);
    });
  }

  /** Asks for an issue by number, `owner/repo#12` or URL; if several fit, asks which one. */
  async thread(): Promise<ThreadAddress | undefined> {
    const { dialogs } = this.#shared;
    const repositories = (await this.#services.repositories.list()).map(({ address }) => address);
    const [only, ...others] = repositories;
    const typed = await dialogs.input({
      title: l10n.t("Open Issue or Pull Request"),
      prompt:
        only === undefined
          ? l10n.t("owner/repo#12, or URL")
          : others.length === 0
            ? l10n.t("Number in {0}, owner/repo#12, or URL", fullName(only))
            : l10n.t("Number, owner/repo#12, or URL"),
      placeholder: "#12",
      faultOf: (answer) =>
        this.#threadsIn(answer, repositories).length === 0
          ? l10n.t("Enter a number, owner/repo#12 or a URL")
          : undefined,
    });
    if (typed === undefined) return undefined;
    const threads = this.#threadsIn(typed, repositories);
    const [first, ...more] = threads;
    if (more.length === 0) return first;
    return await dialogs.pick(
      l10n.t("Select the Repository of #{0}", String(first?.number ?? "")),
      threads.map((thread) => ({ label: fullName(thread), description: hostOf(thread.base), value: thread })),
    );
  }

  /** Asks for a comment of the thread in front, or of one that it asks for first. */
  async comment(
    which: (thread: ThreadAddress, comment: Comment) => boolean,
    inFront?: ThreadAddress,
  ): Promise<CommentSubject | undefined> {
    const found = await this.#threadToPickFrom(inFront);
    if (found === undefined) return undefined;
    const { address, issue, comments } = found;
    const offered = comments.filter((comment) => which(address, comment));
    const isPull = issue.pull !== undefined;
    const choices = offered
      .toReversed()
      .map((comment) => this.#choiceOf(comment, new CommentSubject(address, comment, isPull)));
    return await this.#pickText(issue, choices);
  }

  /** As `comment`, for whatever can be quoted: the description too. */
  async text(inFront?: ThreadAddress): Promise<Quotable | undefined> {
    const found = await this.#threadToPickFrom(inFront);
    if (found === undefined) return undefined;
    const { address, issue, comments } = found;
    const texts = issue.body === "" ? comments : [issue, ...comments];
    const choices = texts.toReversed().map((comment) => this.#choiceOf(comment, { address, comment }));
    return await this.#pickText(issue, choices);
  }

  async #threadToPickFrom(inFront: ThreadAddress | undefined): Promise<TextsOfThread | undefined> {
    const { dialogs } = this.#shared;
    const address = inFront ?? (await this.thread());
    if (address === undefined) return undefined;
    // The panel in front keeps its thread up to date.
    if (inFront === undefined || this.#services.threads.at(address).thread?.whole !== true) {
      await dialogs.progress(l10n.t("Loading #{0}…", String(address.number)), () =>
        this.#services.threads.read(address),
      );
    }
    const state = this.#services.threads.at(address);
    if (state.thread === undefined) throw state.problem ?? new Problem("notFound");
    const { issue, comments = [] } = state.thread;
    return { address, issue, comments };
  }

  #choiceOf<Value>(
    { author, body, createdAt }: Pick<Comment, "author" | "body" | "createdAt">,
    value: Value,
  ): Choice<Value> {
    const { now } = this.#shared;
    return { label: nameOf(author), description: formatAge(createdAt, now()), detail: firstLine(body), value };
  }

  async #pickText<Value>(issue: Issue, choices: readonly Choice<Value>[]): Promise<Value | undefined> {
    const { dialogs } = this.#shared;
    if (choices.length === 0) {
      await dialogs.message("info", l10n.t("No comment on {0} can be changed by you.", numbered(issue)));
      return undefined;
    }
    return await dialogs.pick(l10n.t("Select a Comment on {0}", `${numbered(issue)} ${issue.title}`), choices);
  }

  /** Asks which of all that is kept and not sent. */
  async draft(): Promise<DraftSubject | undefined> {
    const { dialogs, now } = this.#shared;
    const all = await unsentDrafts(this.#services.writing.drafts);
    if (all.length === 0) {
      await dialogs.message("info", l10n.t("No drafts. Everything has been sent."));
      return undefined;
    }
    const choices = all.map((draft) => draftChoice(draft, now()));
    return await dialogs.pick<DraftSubject>(l10n.t("Select a Draft"), choices);
  }

  /** Asks once which server the remotes with this host belong to. */
  async chooseServer({ host, ssh, owner, name }: StrangeRemote): Promise<void> {
    const { dialogs } = this.#shared;
    const known = this.#services.knownServers.bases();
    // An alias of the user's SSH settings has no dot and is not a host name.
    const itself = ssh ? `https://${host.replace(/:\d+$/, "")}` : `https://${host}`;
    const likely = host.includes(".") && !known.some((base) => sameBase(base, itself)) ? [itself] : [];
    const chosen = await dialogs.pick<string>(l10n.t("Select the Server for {0}", `${host} · ${owner}/${name}`), [
      ...[...likely, ...known].map((base) => ({ label: hostOf(base), value: base })),
      {
        label: l10n.t("Another Server…"),
        detail: l10n.t("Enter the URL of a Forgejo or Gitea server"),
        value: "another",
      },
      {
        label: l10n.t("Neither Forgejo nor Gitea"),
        detail: l10n.t("You won't be asked about this host again"),
        value: "none",
      },
    ]);
    if (chosen === undefined) return;
    if (chosen === "none") {
      await this.#services.knownServers.leadTo(host, undefined);
      return;
    }
    const address = chosen === "another" ? await this.#askServer() : chosen;
    if (address === undefined) return;
    const base = known.includes(address)
      ? address
      : await dialogs.progress(l10n.t("Connecting to {0}…", hostOf(address)), (_report, signal) =>
          this.#services.discovery.findServer(address, signal),
        );
    if (base === undefined) {
      await dialogs.message("error", l10n.t("No Forgejo or Gitea server found at {0}.", hostOf(address)));
      return;
    }
    await this.#services.knownServers.leadTo(host, base);
  }

  async #askServer(): Promise<string | undefined> {
    const typed = await this.#shared.dialogs.input({
      title: l10n.t("Server URL"),
      placeholder: "https://",
      faultOf: (answer) => (parseServer(answer) === undefined ? l10n.t("Enter a valid URL") : undefined),
    });
    return typed === undefined ? undefined : parseServer(typed);
  }

  /** What can be offered without a request: the typed text, and the remotes of the folder. */
  #repositoriesAtOnce(
    typed: string,
    found: readonly RepositoryAddress[],
  ): readonly Choice<RepositoryAddress | undefined>[] {
    const words = typed.trim().toLowerCase();
    const named = parseRepository(typed, this.#home(), this.#services.knownServers.bases())?.address;
    return [
      ...(named === undefined ? [] : [{ label: fullName(named), description: hostOf(named.base), value: named }]),
      ...found
        .filter((address) => fullName(address).toLowerCase().includes(words))
        .map((address) => ({
          label: fullName(address),
          description: hostOf(address.base),
          detail: l10n.t("From a Git remote"),
          value: address,
        })),
    ];
  }

  /** Without words, one's own; a server that cannot be asked says so in its place. */
  async #repositoriesOfServers(
    typed: string,
    known: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<readonly Choice<RepositoryAddress | undefined>[]> {
    const words = typed.trim();
    if (words.includes("://") || words.length === 1) return [];
    const answers = await Promise.all(
      this.#services.knownServers
        .bases()
        .map(async (base): Promise<readonly Choice<RepositoryAddress | undefined>[]> => {
          try {
            const repositories = await this.#services.discovery.findRepositories(base, words, signal);
            return repositories
              .map(({ owner, name, description }) => ({ address: { base, owner, name }, description }))
              .filter(({ address }) => !known.has(repositoryKey(address)))
              .map(({ address, description }): Choice<RepositoryAddress> => {
                const choice = { label: fullName(address), description: hostOf(base), value: address };
                return description === "" ? choice : Object.assign(choice, { detail: description });
              });
          } catch (error) {
            const problem = asProblem(error);
            if (problem.kind === "cancelled") return [];
            return [
              {
                label: hostOf(base),
                description: describeProblem(problem, this.#shared.now()).short,
                value: undefined,
              },
            ];
          }
        }),
    );
    const all = answers.flat();
    const none = l10n.t("No repository with this name");
    return all.length > 0 || words === "" ? all : [{ label: none, value: undefined }];
  }

  /** A bare number may be in any of the repositories, and a name at any of the servers. */
  #threadsIn(text: string, repositories: readonly RepositoryAddress[]): readonly ThreadAddress[] {
    const bare = /^\s*[#!]?([1-9]\d{0,18})\s*$/.exec(text)?.[1];
    if (bare !== undefined) {
      return repositories.map(({ base, owner, name }) => ({ base, owner, name, number: BigInt(bare) }));
    }
    const parsed = parseRepository(text, this.#home(), this.#services.knownServers.bases());
    if (parsed?.number === undefined) return [];
    const { address, number } = parsed;
    const same = /:\/\/|^[\w-]+(\.[\w-]+)+(:\d+)?\/[^/\s]+\//.test(text)
      ? []
      : repositories.filter((each) => fullName(each).toLowerCase() === fullName(address).toLowerCase());
    return (same.length === 0 ? [address] : same).map(({ base, owner, name }) => ({ base, owner, name, number }));
  }

  /** Where a repository is meant to be that is named without a server. */
  #home(): string {
    return this.#services.knownServers.own();
  }

  async #isKnown(base: string): Promise<boolean> {
    const shown = await this.#services.repositories.list();
    return this.#services.knownServers.bases().includes(base) || shown.some(({ address }) => address.base === base);
  }
}
