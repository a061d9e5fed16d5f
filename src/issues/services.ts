// Builds the parts of the wing that work without a view, each from those before it. Views, commands and panels declare
// which of them they use.
import { join } from "node:path";
import type { Disposable } from "vscode";
import { wait as realWait, type Wait } from "../base/tasks/wait.ts";
import type { Account } from "../workbench/accounts/accounts.ts";
import type { Shared } from "../workbench/wings/shared.ts";
import { DIALECTS, type Dialects } from "./api/dialects.ts";
import { repositoryKey, sameBase, type RepositoryAddress, type ThreadAddress } from "./model/address.ts";
import { withKnownFiles } from "./model/attachment.ts";
import { NO_REVIEWS } from "./model/review.ts";
import { sameLogin } from "./model/entities.ts";
import { Merges } from "./editing/merges.ts";
import { Suggestions } from "./editing/completion/suggestions.ts";
import { Uploads } from "./editing/uploads.ts";
import { ListBrowser } from "./lists/list-browser.ts";
import { RecentThreads } from "./lists/recent-threads.ts";
import { PendingReviews } from "./pulls/store/pending-reviews.ts";
import { PullHeads } from "./pulls/store/pull-heads.ts";
import { Pulls } from "./pulls/store/pulls.ts";
import { ViewedFiles } from "./pulls/files/viewed-files.ts";
import { IssueCache } from "./thread/issue-cache.ts";
import { Access, getLogin } from "./repositories/access.ts";
import { Discovery } from "./repositories/discovery.ts";
import { KnownServers } from "./repositories/known-servers.ts";
import { Renames } from "./repositories/renames.ts";
import { Repositories, type Remotes } from "./repositories/repositories.ts";
import { RepositoryIdentity } from "./repositories/repository-identity.ts";
import { RepositoryNames } from "./repositories/repository-names.ts";
import { Servers } from "./repositories/servers.ts";
import { TokenScopes } from "./repositories/token-scopes.ts";
import { Images } from "./thread/images.ts";
import { EmojiCatalog, Reactions } from "./thread/reactions.ts";
import { Threads } from "./thread/threads.ts";
import { IssueChanges } from "./triage/changes.ts";
import { Choices } from "./repositories/issue-choices.ts";
import { buildWriting, type Writing } from "./writing/writing.ts";
import { QUERIES } from "./repositories/settings.ts";

export interface ServiceOptions {
  readonly dialects?: Dialects;
  readonly wait?: Wait;
  /** Waits until a request may be sent or retried. */
  readonly pace?: Wait;
  /** How long sending may keep a draft locked; only tests set this. */
  readonly maxHoldMs?: number | undefined;
}

/** Each feature declares which of these it uses. */
export interface Services extends Disposable {
  readonly access: Access;
  readonly changes: IssueChanges;
  readonly choices: Choices;
  readonly discovery: Discovery;
  readonly emoji: EmojiCatalog;
  readonly identity: RepositoryIdentity;
  readonly images: Images;
  readonly issueCache: IssueCache;
  readonly knownServers: KnownServers;
  readonly lists: ListBrowser;
  readonly merges: Merges;
  readonly pendingReviews: PendingReviews;
  readonly pulls: Pulls;
  readonly pullHeads: PullHeads;
  readonly reactions: Reactions;
  readonly recentThreads: RecentThreads;
  readonly renames: Renames;
  readonly repositories: Repositories;
  readonly repositoryNames: RepositoryNames;
  readonly servers: Servers;
  readonly suggestions: Suggestions;
  readonly threads: Threads;
  readonly tokenScopes: TokenScopes;
  readonly uploads: Uploads;
  readonly viewedFiles: ViewedFiles;
  readonly writing: Writing;
  /** Call when an account has a new token or was removed: everything that its old token loaded is loaded again. */
  readonly forgetAccount: (account: Account, outcome: { readonly gone: boolean }) => Promise<void>;
}

export function buildServices(
  shared: Pick<Shared, "accounts" | "cache" | "contacts" | "folder" | "log" | "now" | "settings" | "state">,
  remotes: Remotes,
  { dialects = DIALECTS, wait = realWait, pace = wait, maxHoldMs }: ServiceOptions = {},
): Services {
  const { accounts, cache, contacts, folder, log, now, settings, state } = shared;
  const servers = new Servers({ accounts, cache, contacts, dialects, folder, log, now, state, wait: pace });
  const apiAt = (address: RepositoryAddress) => servers.for(address);
  const tokenScopes = new TokenScopes(state);
  const knownServers = new KnownServers(shared);
  const renames = new Renames(state);
  const repositories = new Repositories(state, remotes, knownServers, (address) => renames.toPresent(address));
  const discovery = new Discovery(servers, tokenScopes, repositories, knownServers);
  const repositoryNames = new RepositoryNames({ log, discovery, renames, repositories, apiAt });
  const access = new Access(servers, tokenScopes, repositoryNames);
  const identity = new RepositoryIdentity({
    rememberedId: (address) => repositories.getId(address),
    notice: (address, seen) => repositoryNames.notice(address, seen),
  });

  const emoji = new EmojiCatalog();
  const threads = new Threads({
    log,
    now,
    apiAt,
    isPaged: (address, signal) => servers.pagesTimeline(address, signal),
    // The panel of a thread also shows rights and emoji, so they load together with it.
    loadAround: (address, api, signal) =>
      Promise.all([
        repositoryNames.read(address, signal).catch(() => undefined),
        emoji.read(address.base, api, signal),
      ]),
  });
  const reactions = new Reactions({
    log,
    now,
    apiAt,
    loginAt: (thread) => access.loginAt(thread),
    findPresent: (thread) => identity.issue(apiAt(thread), thread),
  });
  const images = new Images(state, servers);
  const pulls = new Pulls(apiAt, now);
  const pullHeads = new PullHeads({ apiAt, now, log });
  const viewedFiles = new ViewedFiles(state, pulls);
  const lists = new ListBrowser({
    servers,
    state,
    accounts: () => accounts.list("issues").filter((account) => !servers.isRejected(account)),
    loginAt: (address) => access.loginAt(address),
    ownQueries: () => settings.get(QUERIES),
  });
  const recentThreads = new RecentThreads(state);
  const issueCache = new IssueCache(apiAt, now);

  const known = (thread: ThreadAddress) => threads.knownComments(thread)?.values ?? [];
  const writing = buildWriting({
    folder,
    log,
    now,
    wait,
    maxHoldMs,
    apiAt,
    identity,
    known,
    rememberedId: (address) => repositories.getId(address),
    writerAt: (address, id) => {
      const account =
        id === undefined
          ? access.accountAt(address)
          : access.accountsAt(address.base).find((each) => sameLogin(each.id, id));
      if (account === undefined) return id === undefined ? { api: apiAt(address), login: undefined } : undefined;
      return { api: servers.as(account, address.base), login: getLogin(account), account };
    },
    posted: (thread, comment) => reactions.begin({ thread, comment }),
    changed: (thread, before, now) => void lists.markChangedSeen(thread, before, now),
    saw: (thread, comments) => {
      threads.take(thread, withKnownFiles(comments, known(thread)));
      void lists.markWrittenSeen(thread, comments);
    },
    sawLineComment: (thread, comment) => threads.takeLineComment(thread, comment),
    knownReview: (thread, comment) => {
      const { byId } = threads.at(thread).thread?.reviews ?? NO_REVIEWS;
      return [...byId.values()].find(({ comments }) => comments.some(({ id }) => id === comment))?.review.id;
    },
    present: (address) => renames.toPresent(address),
  });
  const { drafts, outbox } = writing;
  const pendingReviews = new PendingReviews(drafts);
  const merges = new Merges(join(folder, "issues", "merges"));
  const suggestions = new Suggestions(apiAt, now, {
    known: (thread) => {
      const { thread: loaded } = threads.at(thread);
      return loaded && [loaded.issue, ...known(thread)].map(({ author }) => author);
    },
    load: async (thread) => {
      const comments = threads.comments(thread).catch(() => undefined);
      const [issue, list] = await Promise.all([issueCache.at(thread), comments]);
      return [issue, ...(list?.values ?? [])].map(({ author }) => author);
    },
  });
  const uploads = new Uploads({ drafts, identity, apiAt, known });
  const changes = new IssueChanges({
    access,
    apiAt,
    identity,
    changed: (thread, before, now) => void lists.markChangedSeen(thread, before, now),
  });
  const choices = new Choices(apiAt, now);

  repositoryNames.onRename((from, to) => servers.choices.rename(from, to));
  repositoryNames.onRename((from, to) => lists.seen.rename(from, to));
  repositoryNames.onRename((from, to) => lists.choices.rename(from, to));
  repositoryNames.onRename((from, to) => recentThreads.rename(from, to));
  repositoryNames.onRename((from, to) => {
    threads.rename(from, to);
    return drafts.followRenames();
  });
  repositoryNames.onIdKnown(() => drafts.bind());
  const forgetLookups = (): void => {
    for (const cache of [suggestions, choices, issueCache, pulls, pullHeads]) cache.forget();
  };
  const forgetAtServer = (base: string): void => {
    repositoryNames.forgetAt(base);
    forgetLookups();
  };
  const subscriptions = [
    servers.onDidAnswer((origin) => outbox.heard(origin)),
    // Without a valid token, an account's notifications can't be loaded.
    servers.onDidReject((account) => lists.forgetAccount(account)),
    threads.onDidChange((address) => {
      const { reading, thread } = threads.at(address);
      if (reading || thread === undefined) return;
      if (thread.issue.repository !== undefined) void repositoryNames.notice(address, thread.issue.repository);
    }),
    access.onDidChoose((address) => {
      repositoryNames.forget(address);
      threads.forgetComments(address);
      lists.forget(address);
      forgetLookups();
      threads.loadAgain((each) => repositoryKey(each) === repositoryKey(address));
    }),
  ];

  return {
    access,
    changes,
    choices,
    discovery,
    emoji,
    identity,
    images,
    issueCache,
    knownServers,
    lists,
    merges,
    pendingReviews,
    pulls,
    pullHeads,
    reactions,
    recentThreads,
    renames,
    repositories,
    repositoryNames,
    servers,
    suggestions,
    threads,
    tokenScopes,
    uploads,
    viewedFiles,
    writing,
    forgetAccount: async (account, { gone }) => {
      const responsesGone = servers.forget(account);
      lists.forgetAccount(account);
      lists.forget();
      forgetAtServer(account.base);
      if (!gone) {
        threads.loadAgain(({ base }) => sameBase(base, account.base));
        await drafts.forgetRefusedTokens(account.base);
      } else {
        await tokenScopes.forget(account);
        await recentThreads.forgetAt(account.base);
        threads.forgetAll(account.base);
      }
      await responsesGone;
    },
    dispose: () => {
      for (const disposable of [
        ...subscriptions,
        writing,
        threads,
        pullHeads,
        reactions,
        access,
        knownServers,
        servers,
        lists,
      ]) {
        disposable.dispose();
      }
    },
  };
}
