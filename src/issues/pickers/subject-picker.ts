// Asks for the subject of a command that was run without one.
import { l10n } from "../../workbench/text/l10n.ts";
import { Problem } from "../../base/problem.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { format } from "../../workbench/text/format.ts";
import { drawEmoji } from "../wording/emoji-names.ts";
import { IssueFinder, type FoundThread } from "./issue-finder.ts";
import { formatNumber, type Comment, type Issue } from "../model/entities.ts";
import { firstLine } from "../model/first-line.ts";
import { formatHost, sameBase, type ThreadAddress } from "../model/address.ts";
import type { UnknownRemote } from "../model/remote.ts";
import { connect, urlQuestion } from "../repositories/accounts/find-server.ts";
import { CommentSubject, type DraftSubject } from "../parts/row-subjects.ts";
import { draftChoice, unsentDrafts } from "../editing/draft-rows.ts";
import { formatPerson } from "../wording/people.ts";
import type { Discovery } from "../repositories/discovery.ts";
import type { IssueCache } from "../thread/issue-cache.ts";
import type { KnownServers } from "../repositories/known-servers.ts";
import type { ListBrowser } from "../lists/list-browser.ts";
import type { RecentThreads } from "../lists/recent-threads.ts";
import type { Repositories } from "../repositories/repositories.ts";
import type { Threads } from "../thread/threads.ts";
import type { Writing } from "../writing/writing.ts";

interface SubjectPickerServices {
  readonly discovery: Discovery;
  readonly issueCache: IssueCache;
  readonly knownServers: KnownServers;
  readonly lists: ListBrowser;
  readonly recentThreads: RecentThreads;
  readonly repositories: Repositories;
  readonly threads: Threads;
  readonly writing: Writing;
}

/** A comment or description to quote in a reply. */
export interface Quotable {
  readonly address: ThreadAddress;
  readonly comment: Pick<Comment, "author" | "body">;
}

interface TextsOfThread {
  readonly address: ThreadAddress;
  readonly issue: Issue;
  readonly comments: readonly Comment[];
}

type Written = Pick<Comment, "author" | "body" | "createdAt">;

/** The texts to choose from, and the message if there are none. */
interface TextOffer<Text, Value> {
  readonly texts: readonly Text[];
  readonly toValue: (text: Text) => Value;
  readonly none: string;
}

export class SubjectPicker {
  readonly #shared: Pick<Shared, "dialogs" | "now">;
  readonly #services: SubjectPickerServices;

  constructor(shared: Pick<Shared, "dialogs" | "now">, services: SubjectPickerServices) {
    this.#shared = shared;
    this.#services = services;
  }

  /**
   * Asks for an issue by words of its title, number, `owner/repo#12` or URL. `command` is the command that needs it, if
   * that isn't to open it.
   */
  async thread(command?: string): Promise<FoundThread | undefined> {
    const repositories = (await this.#services.repositories.list()).map(({ address }) => address);
    const finder = new IssueFinder(this.#services, this.#shared.now, repositories);
    return await this.#shared.dialogs.lookUp<FoundThread>(
      {
        title: command === undefined ? l10n.t("Open Issue or Pull Request") : l10n.t("{0}: Select an Issue", command),
        placeholder: l10n.t("Words of a title, #12, owner/repo#12, or a URL"),
      },
      (typed) => finder.listKnown(typed),
      (typed, signal) => finder.search(typed, signal),
    );
  }

  /** Asks for a comment on the focused thread. If no thread has the focus, asks for the thread first. */
  async comment(
    command: string,
    which: (thread: ThreadAddress, comment: Comment) => boolean,
    inFront?: ThreadAddress,
  ): Promise<CommentSubject | undefined> {
    return await this.#pickText<Comment, CommentSubject>(command, inFront, ({ address, issue, comments }) => ({
      texts: comments.filter((comment) => which(address, comment)),
      toValue: (comment) => new CommentSubject(address, comment, issue.pull !== undefined),
      none: l10n.t("You can't edit or delete any comment on {0}.", formatNumber(issue)),
    }));
  }

  /** Like `comment`, but offers everything that can be quoted, including the description. */
  async text(command: string, inFront?: ThreadAddress): Promise<Quotable | undefined> {
    return await this.#pickText<Written, Quotable>(command, inFront, ({ address, issue, comments }) => ({
      texts: issue.body === "" ? comments : [issue, ...comments],
      toValue: (comment) => ({ address, comment }),
      none: l10n.t("{0} has no text to quote.", formatNumber(issue)),
    }));
  }

  async #pickText<Text extends Written, Value>(
    command: string,
    inFront: ThreadAddress | undefined,
    offer: (found: TextsOfThread) => TextOffer<Text, Value>,
  ): Promise<Value | undefined> {
    const { dialogs, now } = this.#shared;
    const found = await this.#threadToPickFrom(command, inFront);
    if (found === undefined) return undefined;
    const { issue } = found;
    const { none, texts, toValue } = offer(found);
    if (texts.length === 0) {
      await dialogs.message("info", none);
      return undefined;
    }
    const toChoice = async (text: Text): Promise<Choice<Value>> => {
      const { author, body, createdAt } = text;
      const detail = await drawEmoji(firstLine(body));
      const description = format.age(createdAt, now());
      return { label: formatPerson(author), description, detail, value: toValue(text) };
    };
    const choices = await Promise.all(texts.toReversed().map(toChoice));
    const title = `${formatNumber(issue)} ${await drawEmoji(issue.title)}`;
    return await dialogs.pick(l10n.t("Select a Comment on {0}", title), choices);
  }

  async #threadToPickFrom(command: string, inFront: ThreadAddress | undefined): Promise<TextsOfThread | undefined> {
    const { dialogs } = this.#shared;
    const address = inFront ?? (await this.thread(command));
    if (address === undefined) return undefined;
    // The focused panel keeps its thread up to date.
    if (inFront === undefined || this.#services.threads.at(address).thread?.whole !== true) {
      const title = l10n.t("Loading #{0}…", String(address.number));
      const isCanceled = await dialogs.progress(title, async (_report, signal) => {
        await this.#services.threads.read(address, signal);
        return signal.aborted;
      });
      if (isCanceled) return undefined;
    }
    const state = this.#services.threads.at(address);
    if (state.thread === undefined) throw state.problem ?? new Problem("notFound");
    const { issue, comments = [] } = state.thread;
    return { address, issue, comments };
  }

  /** Asks for an unsent draft. */
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

  /** Asks which server the Git remotes with this host belong to, and remembers the answer. */
  async chooseServer({ host, ssh, owner, name }: UnknownRemote): Promise<void> {
    const { dialogs } = this.#shared;
    const known = this.#services.knownServers.bases();
    // A host without a dot is an alias from the user's SSH settings, not a host name.
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

  /** Connects to the chosen server. If that fails, asks for its URL, and the input shows the fault. */
  async #findServer(chosen: string): Promise<string | undefined> {
    const { dialogs } = this.#shared;
    const parts = { dialogs, now: this.#shared.now, discovery: this.#services.discovery };
    const address = chosen === "another" ? undefined : chosen;
    const found = address === undefined ? { fault: undefined } : await connect(address, parts);
    if (found === undefined) return undefined;
    if ("base" in found) return found.base;
    let base: string | undefined;
    const question = { title: l10n.t("Server URL"), value: address ?? "", fault: found.fault };
    const typed = await dialogs.input(urlQuestion(question, parts, (there) => (base = there)));
    return typed === undefined ? undefined : base;
  }
}
