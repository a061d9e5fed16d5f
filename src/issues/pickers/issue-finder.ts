// Finds issues by what a user types: words of a title, a number, `owner/repo#12` or a URL.
import { asProblem } from "../../base/problem.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { drawEmoji } from "../wording/emoji-names.ts";
import {
  fullName,
  formatHost,
  parseRepository,
  threadKey,
  type RepositoryAddress,
  type ThreadAddress,
} from "../model/address.ts";
import { formatNumber, type Id, type Issue } from "../model/entities.ts";
import { stateLabel, stateLook } from "../wording/issue-state.ts";
import type { IssueCache } from "../thread/issue-cache.ts";
import type { KnownServers } from "../repositories/known-servers.ts";
import type { ListBrowser } from "../lists/list-browser.ts";
import type { RecentThreads } from "../lists/recent-threads.ts";
import type { Threads } from "../thread/threads.ts";

interface IssueFinderServices {
  readonly issueCache: IssueCache;
  readonly knownServers: KnownServers;
  readonly lists: ListBrowser;
  readonly recentThreads: RecentThreads;
  readonly threads: Threads;
}

/** An issue as the user entered or selected it. The URL of a comment also names the comment. */
export type FoundThread = ThreadAddress & { readonly comment?: Id | undefined };

interface FoundIssue {
  readonly thread: FoundThread;
  /** Undefined if it hasn't been loaded. */
  readonly issue: Issue | undefined;
}

const MAX_FOUND = 30;
/** Most servers find nothing by less. */
const MIN_WORD_CHARS = 2;

export class IssueFinder {
  readonly #services: IssueFinderServices;
  readonly #now: () => number;
  readonly #repositories: readonly RepositoryAddress[];

  /** Finds issues of these repositories. */
  constructor(services: IssueFinderServices, now: () => number, repositories: readonly RepositoryAddress[]) {
    this.#services = services;
    this.#now = now;
    this.#repositories = repositories;
  }

  /** Returns what needs no request. Without a text, that is the issues that were opened last, and then the latest. */
  async listKnown(typed: string): Promise<readonly Choice<FoundThread>[]> {
    return await Promise.all(this.#findKnown(typed).map((found) => this.#toChoice(found)));
  }

  /** Returns what the servers find in addition, and the repositories that could not be searched. */
  async search(typed: string, signal: AbortSignal): Promise<readonly Choice<FoundThread | undefined>[]> {
    const text = typed.trim();
    const known = new Set(this.#findKnown(typed).map(({ thread }) => threadKey(thread)));
    const isUnknown = ({ thread }: FoundIssue): boolean => !known.has(threadKey(thread));
    const { isWhole, threads } = this.#parse(text);
    const named = text === "" ? this.#services.recentThreads.list() : threads;
    const numbered = (await Promise.all(named.map((thread) => this.#load(thread, signal)))).flat().filter(isUnknown);
    const { found, failed } =
      isWhole || text.length < MIN_WORD_CHARS ? { found: [], failed: [] } : await this.#searchWords(text, signal);
    const all = [...numbered, ...found.filter(isUnknown)].slice(0, MAX_FOUND);
    if (text !== "" && known.size === 0 && all.length === 0 && failed.length === 0) {
      return [{ label: l10n.t("No issue found"), value: undefined }];
    }
    return [...(await Promise.all(all.map((each) => this.#toChoice(each)))), ...failed];
  }

  #findKnown(typed: string): readonly FoundIssue[] {
    const text = typed.trim();
    const { isWhole, threads } = this.#parse(text);
    const exact = threads
      .map((thread) => ({ thread, issue: this.#knownIssue(thread) }))
      // If it may be in several repositories, it is offered once it was found there.
      .filter(({ issue }) => issue !== undefined || threads.length === 1);
    if (isWhole) return exact;
    const recent = this.#services.recentThreads
      .list()
      .map((thread) => ({ thread, issue: this.#knownIssue(thread) }))
      .filter(({ issue }) => issue !== undefined);
    const latest = this.#repositories
      .flatMap((address) =>
        this.#services.lists.listKnown(address).map((issue) => ({
          thread: { base: address.base, owner: address.owner, name: address.name, number: issue.number },
          issue,
        })),
      )
      .toSorted((one, other) => other.issue.updatedAt - one.issue.updatedAt);
    const byTitle = [...recent, ...latest].filter(({ issue }) => text === "" || hasWords(issue, text));
    return [...new Map([...exact, ...byTitle].map((each) => [threadKey(each.thread), each])).values()].slice(
      0,
      MAX_FOUND,
    );
  }

  #knownIssue(thread: ThreadAddress): Issue | undefined {
    return (
      this.#services.lists.listKnown(thread).find(({ number }) => number === thread.number) ??
      this.#services.threads.at(thread).thread?.issue
    );
  }

  /** Loads an issue, unless it is known. Returns none if it doesn't exist. */
  async #load(thread: FoundThread, signal: AbortSignal): Promise<readonly FoundIssue[]> {
    try {
      return [{ thread, issue: this.#knownIssue(thread) ?? (await this.#services.issueCache.at(thread, signal)) }];
    } catch (error) {
      return asProblem(error).kind === "notFound" ? [] : [{ thread, issue: undefined }];
    }
  }

  async #searchWords(text: string, signal: AbortSignal) {
    const results = await Promise.all(this.#repositories.map((each) => this.#searchRepository(each, text, signal)));
    const found = results.flatMap(({ issues }) => issues);
    // Servers also find words in texts and comments.
    const inTitle = found.filter(({ issue }) => hasWords(issue, text));
    return {
      found: [...inTitle, ...found.filter((each) => !inTitle.includes(each))],
      failed: results.flatMap(({ failure }) => failure),
    };
  }

  async #searchRepository(
    address: RepositoryAddress,
    words: string,
    signal: AbortSignal,
  ): Promise<{ readonly issues: readonly FoundIssue[]; readonly failure: readonly Choice<undefined>[] }> {
    const { base, owner, name } = address;
    try {
      const issues = await this.#services.lists.search(address, words, signal);
      return {
        issues: issues.map((issue) => ({ thread: { base, owner, name, number: issue.number }, issue })),
        failure: [],
      };
    } catch (error) {
      const problem = asProblem(error);
      // A repository without issues has none of these words.
      if (problem.kind === "canceled" || problem.kind === "notFound") return { issues: [], failure: [] };
      const { short, icon } = describeProblem(problem, this.#now());
      const label = withIcon(icon, l10n.t("{0} was not searched", fullName(address)));
      return { issues: [], failure: [{ label, description: short, value: undefined }] };
    }
  }

  async #toChoice({ thread, issue }: FoundIssue): Promise<Choice<FoundThread>> {
    const servers = new Set(this.#repositories.map(({ base }) => base));
    const where = servers.size > 1 ? `${formatHost(thread.base)} · ${fullName(thread)}` : fullName(thread);
    if (issue === undefined) return { label: `#${thread.number}`, description: where, value: thread };
    const state = issue.closed ? stateLabel(issue) : "";
    return {
      label: withIcon(stateLook(issue).icon, `${formatNumber(issue)} ${await drawEmoji(issue.title)}`),
      description: [where, state].filter((each) => each !== "").join(" · "),
      value: thread,
    };
  }

  /**
   * Returns the issues that a text names. `isWhole` if it can't be words of a title as well. A bare number may refer to
   * any repository of the view, and `owner/repo` to a repository on any of its servers.
   */
  #parse(text: string): { readonly isWhole: boolean; readonly threads: readonly FoundThread[] } {
    const bare = /^([#!]?)([1-9]\d{0,18})$/.exec(text);
    if (bare !== null) {
      const [, mark, digits = ""] = bare;
      const threads = this.#repositories.map(({ base, owner, name }) => ({
        base,
        owner,
        name,
        number: BigInt(digits),
      }));
      return { isWhole: mark !== "", threads };
    }
    const { knownServers } = this.#services;
    const parsed = parseRepository(text, knownServers.getConfigured(), knownServers.bases());
    if (parsed?.number === undefined) return { isWhole: false, threads: [] };
    const { address, number, comment } = parsed;
    const same = /:\/\/|^[\w-]+(\.[\w-]+)+(:\d+)?\/[^/\s]+\//.test(text)
      ? []
      : this.#repositories.filter((each) => fullName(each).toLowerCase() === fullName(address).toLowerCase());
    const more = comment === undefined ? { number } : { number, comment };
    const found = same.length === 0 ? [address] : same;
    return { isWhole: true, threads: found.map(({ base, owner, name }) => Object.assign({ base, owner, name }, more)) };
  }
}

/** Whether the title contains each of the words. */
function hasWords(issue: Issue | undefined, text: string): boolean {
  const title = issue?.title.toLowerCase();
  if (title === undefined) return false;
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.includes(word));
}
