import { join } from "node:path";
import type { Disposable, Event } from "vscode";
import { Problem } from "../base/problem.ts";
import { wait as waitReally } from "../base/wait.ts";
import type { Wait } from "../base/wait.ts";
import type { Account } from "../workbench/accounts.ts";
import type { Shared } from "../workbench/shared.ts";
import { sameLogin } from "./model/entities.ts";
import type { Comment, Id, Issue, ServerSigns } from "./model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import { isOffered, rightTo } from "./model/rights.ts";
import type { Act, Right, TokenGrants } from "./model/rights.ts";
import { ListBrowser } from "./lists/list-browser.ts";
import { IssueCache } from "./references/issue-cache.ts";
import { RepositoryNames } from "./repositories/repository-names.ts";
import { Images } from "./thread/images.ts";
import { Discovery } from "./repositories/discovery.ts";
import { checkToken, TokenScopes } from "./repositories/token-scopes.ts";
import type { TokenCheck } from "./repositories/token-scopes.ts";
import { Collaborators } from "./thread/collaborators.ts";
import { EmojiCatalog, Reactions } from "./thread/reactions.ts";
import { readComment } from "./thread/read-thread.ts";
import { Renames } from "./repositories/renames.ts";
import { Repositories } from "./repositories/repositories.ts";
import type { Remotes } from "./repositories/repositories.ts";
import { Servers } from "./repositories/servers.ts";
import type { Where } from "./repositories/servers.ts";
import { Threads } from "./thread/threads.ts";
import type { CommentList, ThreadState } from "./thread/threads.ts";
import { Merges } from "./editing/merges.ts";
import { Suggestions } from "./editing/suggestions.ts";
import { Uploads } from "./editing/uploads.ts";
import { IssueChanges } from "./triage/changes.ts";
import { Choices } from "./triage/choices.ts";
import { isOf, isUnsent } from "./writing/draft.ts";
import type { Draft } from "./writing/draft.ts";
import type { Place } from "./writing/place.ts";
import type { Theirs } from "./writing/target.ts";
import { Writing } from "./writing/writing.ts";

type Parts = Pick<Shared, "accounts" | "folder" | "log" | "now" | "settings" | "state">;

/** The account of a token that does not say whose it is. */
export const NAMELESS = "repository-token";

/** What is known of issues now. */
export class Store implements Disposable {
  /** Lists, what is new in them, and notifications. */
  readonly browsing: ListBrowser;
  readonly changes: IssueChanges;
  readonly choices: Choices;
  readonly glances: IssueCache;
  readonly homes: RepositoryNames;
  /** Servers and repositories that are not known yet. */
  readonly looking: Discovery;
  readonly merges: Merges;
  readonly renames: Renames;
  readonly repositories: Repositories;
  readonly suggestions: Suggestions;
  readonly uploads: Uploads;
  readonly writing: Writing;
  /** The server knows an account's token no more; said once for each token. */
  readonly onDidReject: Event<Account>;
  /** A server has answered something: the origin is one that can be reached. */
  readonly onDidAnswer: Event<string>;
  readonly reactions: Reactions;
  readonly images: Images;
  readonly #signs = new EmojiCatalog();
  readonly #collaborators: Collaborators;
  readonly #powers: TokenScopes;
  readonly #servers: Servers;
  readonly #shared: Parts;
  readonly #threads: Threads;
  /** The thread was read, or is being read. */
  readonly onDidChangeThread: Event<ThreadAddress>;

  constructor(
    shared: Parts,
    remotes: Remotes,
    { wait, maxHoldMs }: { readonly wait: Wait; readonly maxHoldMs?: number | undefined } = { wait: waitReally },
  ) {
    this.#shared = shared;
    this.#servers = new Servers({ ...shared, wait });
    this.onDidAnswer = this.#servers.onDidAnswer;
    this.#powers = new TokenScopes(shared.state);
    this.onDidReject = this.#servers.onDidReject;
    this.browsing = new ListBrowser({
      servers: this.#servers,
      state: shared.state,
      accounts: () => shared.accounts.list("issues").filter((account) => !this.isRejected(account)),
      loginAt: (address) => this.loginAt(address),
      own: () => shared.settings.get("triptych.issues.queries"),
    });
    this.images = new Images(shared.state, (origin, credential) => this.#servers.plainClient(origin, credential));
    this.renames = new Renames(shared.state);
    this.merges = new Merges(join(shared.folder, "issues", "merges"));
    this.glances = new IssueCache(
      (address, signal) => this.#servers.for(address).issue(address, address.number, { signal }),
      shared.now,
    );
    this.repositories = new Repositories(shared.state, remotes, () => this.bases());
    this.looking = new Discovery(this.#servers, this.#powers, this.repositories, () => this.bases());
    this.homes = new RepositoryNames({
      log: shared.log,
      looking: this.looking,
      renames: this.renames,
      repositories: this.repositories,
      apiAt: (address) => this.#servers.for(address),
      follow: async (from, to) => {
        await this.#servers.choices.rename(from, to);
        await this.writing.move(from, to);
      },
    });
    this.#collaborators = new Collaborators(shared.now);
    this.#threads = new Threads({
      log: shared.log,
      now: shared.now,
      apiAt: (address) => this.#servers.for(address),
      isPaged: (address, signal) => this.#servers.pagesTimeline(address, signal),
      // Rights and the like come with it.
      around: (address, api, signal) =>
        Promise.all([
          this.homes.known(address) ?? this.homes.read(address, signal).catch(() => undefined),
          this.#signs.read(address.base, api, signal),
          this.accountAt(address) === undefined ? undefined : this.#collaborators.read(address, api, signal),
        ]),
    });
    this.onDidChangeThread = this.#threads.onDidChange;
    this.onDidChangeThread((address) => {
      const { reading, thread } = this.thread(address);
      if (reading || thread === undefined) return;
      void this.browsing.seen.see(address, thread.issue);
      if (thread.issue.repository !== undefined) void this.homes.notice(address, thread.issue.repository);
    });
    this.reactions = new Reactions({
      log: shared.log,
      now: shared.now,
      apiAt: (thread) => this.#servers.for(thread),
      loginAt: (thread) => this.loginAt(thread),
      meant: (thread) => this.writing.identity.issue(this.#servers.for(thread), thread),
    });
    const apiAt = (address: RepositoryAddress) => this.#servers.for(address);
    const known = (thread: ThreadAddress) => this.knownComments(thread)?.values ?? [];
    this.writing = new Writing({
      ...{ apiAt, known, wait, maxHoldMs },
      folder: shared.folder,
      log: shared.log,
      now: shared.now,
      rememberedId: (address) => this.repositories.idOf(address),
      notice: (address, seen) => this.homes.notice(address, seen),
      writerAt: (address, id) => {
        const account =
          id === undefined
            ? this.accountAt(address)
            : this.accountsAt(address.base).find((each) => sameLogin(each.id, id));
        if (account === undefined) return id === undefined ? { api: apiAt(address), login: undefined } : undefined;
        return { api: this.#servers.as(account, address.base), login: loginOf(account), account };
      },
      isArchived: (address) => this.homes.known(address)?.archived === true,
      saw: (thread, comments) => this.#threads.take(thread, comments),
      present: (address) => this.renames.present(address),
    });
    const { drafts, identity, outbox } = this.writing;
    this.onDidAnswer((origin) => outbox.heard(origin));
    this.suggestions = new Suggestions(apiAt, shared.now, known);
    this.uploads = new Uploads({ drafts, identity, apiAt, known });
    this.changes = new IssueChanges({ apiAt, identity });
    this.choices = new Choices(apiAt, shared.now);
  }

  /** The server of the settings. */
  ownServer(): string {
    return this.#shared.settings.get("triptych.issues.url");
  }

  /** The servers that are known: those with an account, the one of the settings, and those that remotes lead to. */
  bases(): readonly string[] {
    const own = this.#shared.accounts.list("issues").map(({ base }) => base);
    return [...new Set([...own, this.ownServer(), ...this.repositories.chosenServers()])];
  }

  /** The account for a server, or for a repository where there are several. */
  accountAt(where: Where): Account | undefined {
    return this.#servers.accountFor(where);
  }

  accountsAt(base: string): readonly Account[] {
    return this.#servers.accountsAt(base);
  }

  /** From now on this account is the one for the repository. */
  async chooseAccount(address: RepositoryAddress, account: Account): Promise<void> {
    await this.#servers.choices.choose(address, account.id);
    this.#forgetRead(address);
  }

  /** Who the reader is there, as far as that is known. */
  loginAt(where: Where): string | undefined {
    return loginOf(this.accountAt(where));
  }

  /** What the token of an account allows, as far as that was seen. */
  powersOf(account: Account): TokenGrants | undefined {
    return this.#powers.of(account);
  }

  /** Whether the server refused the account's token, and was not asked with it since. */
  isRejected(account: Account): boolean {
    return this.#servers.isRejected(account);
  }

  /** Tokens that were refused are tried again. */
  tryTokensAgain(): void {
    this.#servers.tryAgain();
  }

  /** What can be known of a right before it is tried. */
  rightTo(
    act: Act,
    address: RepositoryAddress,
    about: { readonly issue?: Issue | undefined; readonly comment?: Comment | undefined } = {},
  ): Right {
    const account = this.accountAt(address);
    const standing = account === undefined ? undefined : { login: loginOf(account), powers: this.powersOf(account) };
    return rightTo(act, { account: standing, repository: this.homes.known(address), ...about });
  }

  /** Whether to offer the change of a comment. Where it cannot be known, it is offered, and the server decides. */
  mayChange(address: RepositoryAddress, comment: Comment): boolean {
    return isOffered(this.rightTo("editComment", address, { comment }));
  }

  /** Whether to offer the deletion of a comment, which servers allow where they refuse its change: in an archive. */
  mayDelete(address: RepositoryAddress, comment: Comment): boolean {
    return isOffered(this.rightTo("deleteComment", address, { comment }));
  }

  /** Throws `unauthorized` where the server does not know the token. */
  async checkToken(base: string, token: string, signal?: AbortSignal): Promise<TokenCheck> {
    return await checkToken(this.#servers.withToken(base, token), signal);
  }

  async keepPowers(account: Account, powers: TokenGrants): Promise<void> {
    await this.#powers.keep(account, powers);
  }

  /** Reads the comments of a thread. */
  comments(address: ThreadAddress, signal?: AbortSignal): Promise<CommentList> {
    return this.#threads.comments(address, signal);
  }

  /** One comment as it stands there now; nothing where it is no plain comment. */
  async comment(address: ThreadAddress, id: Id, signal?: AbortSignal): Promise<Comment | undefined> {
    return await readComment(this.#servers.for(address), address, id, signal);
  }

  /** The comments of a thread as they were read last, for whatever it was. */
  knownComments(address: ThreadAddress): CommentList | undefined {
    return this.#threads.knownComments(address);
  }

  thread(address: ThreadAddress): ThreadState {
    return this.#threads.at(address);
  }

  /** Keeps what is known of a thread for as long as someone shows it. */
  holdThread(address: ThreadAddress): Disposable {
    return this.#threads.hold(address);
  }

  /** Reads the thread anew. A failure is in its state, not thrown. */
  readThread(address: ThreadAddress, signal?: AbortSignal): Promise<void> {
    return this.#threads.read(address, signal);
  }

  /** Asks for what changed in a thread that was read, and gives back whether something did. */
  refreshThread(
    address: ThreadAddress,
    how: { readonly thorough: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<boolean> {
    return this.#threads.refresh(address, how);
  }

  /** Logins, in lower case, of those who may write in the repository, as far as the server says. */
  collaboratorsAt(address: RepositoryAddress): ReadonlySet<string> {
    return this.#collaborators.at(address);
  }

  /** What the server draws in texts, and with what one may react there. */
  signsAt(base: string): ServerSigns {
    return this.#signs.at(base);
  }

  isGitea(base: string): boolean {
    return this.#servers.isGitea(base);
  }

  async allowImagesOf(url: string): Promise<void> {
    await this.images.allow(url);
  }

  /** An image as a `data:` address; those of the server itself may be for its members alone. */
  async image(
    address: ThreadAddress,
    url: string,
    how: { readonly agreed?: string | undefined } = {},
  ): Promise<string> {
    const account = this.accountAt(address);
    const { origin } = new URL(address.base);
    const credential = async () =>
      account === undefined ? undefined : await this.#shared.accounts.credentialFor(origin, account);
    return await this.images.read(url, credential, how);
  }

  /** What is on the server now of a text that replaces another. */
  async load(place: Place): Promise<Theirs> {
    const { writing } = this;
    const loaded = await writing.targets[place.kind].load?.(
      { api: this.#servers.for(place.repository), login: undefined },
      place,
    );
    if (loaded === undefined) throw new Problem("notFound", { origin: new URL(place.repository.base).origin });
    return loaded;
  }

  /** What was written in a thread and not sent, and what was deleted from it. */
  async draftsOf(address: ThreadAddress): Promise<readonly Draft[]> {
    const drafts = await this.writing.drafts.list();
    return drafts.filter((draft) => isOf(draft, address) && isUnsent(draft));
  }

  /** The accounts there are other ones: what was read with the old is not theirs. */
  forget(base: string): void {
    this.#threads.forgetProblems(base);
    this.homes.forgetAt(base);
    this.#collaborators.forget();
  }

  /** The account has another token, or is gone. */
  async forgetAccount(account: Account, { gone }: { readonly gone: boolean }): Promise<void> {
    this.#servers.forget(account);
    this.browsing.inbox.forget(account);
    this.browsing.forget();
    this.forget(account.base);
    if (!gone) return;
    await this.#powers.forget(account);
    this.#threads.forgetAll(account.base);
  }

  dispose(): void {
    this.writing.dispose();
    this.#threads.dispose();
    this.reactions.dispose();
    this.#servers.dispose();
    this.browsing.dispose();
  }

  #forgetRead(address: RepositoryAddress): void {
    this.homes.forget(address);
    this.#threads.forgetComments(address);
    this.browsing.forget(address);
  }
}

function loginOf(account: Account | undefined): string | undefined {
  return account?.id === NAMELESS ? undefined : account?.id;
}
