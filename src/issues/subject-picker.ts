// Asks for the subject of a command that was run without one.
import { l10n } from "../workbench/text/l10n.ts";
import { Problem } from "../base/problem.ts";
import type { Choice } from "../workbench/dialogs.ts";
import type { Shared } from "../workbench/shared.ts";
import { formatAge } from "../workbench/format.ts";
import { drawEmoji } from "./emoji-names.ts";
import { formatNumber, type Comment, type Issue } from "./model/entities.ts";
import { firstLine } from "./model/first-line.ts";
import {
  fullName,
  formatHost,
  parseRepository,
  parseServer,
  sameBase,
  type RepositoryAddress,
  type ThreadAddress,
} from "./model/address.ts";
import type { StrangeRemote } from "./model/remote.ts";
import { findServer, type FoundServer } from "./repositories/accounts/find-server.ts";
import type { Services } from "./services.ts";
import { CommentSubject, type DraftSubject } from "./subjects.ts";
import { draftChoice, unsentDrafts } from "./editing/rows.ts";
import { formatPerson } from "./names.ts";

type UsedServices = Pick<Services, "discovery" | "knownServers" | "repositories" | "threads" | "writing">;

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

export class SubjectPicker {
  readonly #shared: Shared;
  readonly #services: UsedServices;

  constructor(shared: Shared, services: UsedServices) {
    this.#shared = shared;
    this.#services = services;
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
      validate: (answer) =>
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
      threads.map((thread) => ({ label: fullName(thread), description: formatHost(thread.base), value: thread })),
    );
  }

  /** Asks for a comment of the thread in front. Without one, asks for the thread first. */
  async comment(
    which: (thread: ThreadAddress, comment: Comment) => boolean,
    inFront?: ThreadAddress,
  ): Promise<CommentSubject | undefined> {
    const found = await this.#threadToPickFrom(inFront);
    if (found === undefined) return undefined;
    const { address, issue, comments } = found;
    const offered = comments.filter((comment) => which(address, comment));
    const isPull = issue.pull !== undefined;
    const choices = await Promise.all(
      offered.toReversed().map((comment) => this.#toChoice(comment, new CommentSubject(address, comment, isPull))),
    );
    return await this.#pickText(
      issue,
      choices,
      l10n.t("You can't edit or delete any comment on {0}.", formatNumber(issue)),
    );
  }

  /** Like `comment`, but for anything that can be quoted, including the description. */
  async text(inFront?: ThreadAddress): Promise<Quotable | undefined> {
    const found = await this.#threadToPickFrom(inFront);
    if (found === undefined) return undefined;
    const { address, issue, comments } = found;
    const texts = issue.body === "" ? comments : [issue, ...comments];
    const choices = await Promise.all(
      texts.toReversed().map((comment) => this.#toChoice(comment, { address, comment })),
    );
    return await this.#pickText(issue, choices, l10n.t("{0} has no text to quote.", formatNumber(issue)));
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

  async #toChoice<Value>(
    { author, body, createdAt }: Pick<Comment, "author" | "body" | "createdAt">,
    value: Value,
  ): Promise<Choice<Value>> {
    const { now } = this.#shared;
    const detail = await drawEmoji(firstLine(body));
    return { label: formatPerson(author), description: formatAge(createdAt, now()), detail, value };
  }

  /** `none` is what to say if there is nothing to choose from. */
  async #pickText<Value>(issue: Issue, choices: readonly Choice<Value>[], none: string): Promise<Value | undefined> {
    const { dialogs } = this.#shared;
    if (choices.length === 0) {
      await dialogs.message("info", none);
      return undefined;
    }
    const title = await drawEmoji(issue.title);
    return await dialogs.pick(l10n.t("Select a Comment on {0}", `${formatNumber(issue)} ${title}`), choices);
  }

  /** Asks for one of the drafts. */
  async draft(): Promise<DraftSubject | undefined> {
    const { dialogs, now } = this.#shared;
    const all = await unsentDrafts(this.#services.writing.drafts);
    if (all.length === 0) {
      await dialogs.message("info", l10n.t("No drafts. Everything has been sent."));
      return undefined;
    }
    const choices = await Promise.all(all.map((draft) => draftChoice(draft, now())));
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
      ...[...likely, ...known].map((base) => ({ label: formatHost(base), value: base })),
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
      await this.#services.knownServers.setServer(host, undefined);
      return;
    }
    const base = known.includes(chosen) ? chosen : await this.#findServer(chosen);
    if (base !== undefined) await this.#services.knownServers.setServer(host, base);
  }

  /** Connects to the given server, or asks for its URL. If that fails, the input says why and keeps the URL. */
  async #findServer(chosen: string): Promise<string | undefined> {
    const { dialogs } = this.#shared;
    const address = chosen === "another" ? undefined : chosen;
    const search = (url: string, signal: AbortSignal) =>
      findServer(url, { discovery: this.#services.discovery, now: this.#shared.now }, signal);
    let found: FoundServer | undefined;
    if (address !== undefined) {
      found = await dialogs.progress(l10n.t("Connecting to {0}…", formatHost(address)), (_report, signal) =>
        search(address, signal),
      );
      if ("base" in found) return found.base;
    }
    const typed = await dialogs.input({
      title: l10n.t("Server URL"),
      prompt: l10n.t("URL of the server, including its path, for example https://example.org/forge"),
      placeholder: "https://",
      value: address ?? "",
      fault: found !== undefined && "fault" in found ? found.fault : undefined,
      validate: (answer) => (parseServer(answer) === undefined ? l10n.t("Enter a valid URL") : undefined),
      check: async (answer, signal) => {
        found = await search(parseServer(answer) ?? answer, signal);
        return "fault" in found ? found.fault : undefined;
      },
    });
    return typed !== undefined && found !== undefined && "base" in found ? found.base : undefined;
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

  /** The server of repositories that are named without one. */
  #home(): string {
    return this.#services.knownServers.own();
  }
}
