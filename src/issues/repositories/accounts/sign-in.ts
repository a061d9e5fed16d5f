// Signs in and out: asks for a server and a token, checks both, and stores the account.
import { l10n } from "../../../workbench/text/l10n.ts";
import { asProblem } from "../../../base/problem.ts";
import { isPrivate } from "../../../base/origin.ts";
import type { Account } from "../../../workbench/accounts/accounts.ts";
import type { Choice } from "../../../workbench/dialogs/dialogs.ts";
import { BACK, type QuestionStep } from "../../../workbench/dialogs/question-step.ts";
import { describeProblem } from "../../../workbench/problems.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { fullName, formatHost, sameBase, type RepositoryAddress } from "../../model/address.ts";
import { isForeign } from "../../model/remote.ts";
import { describeTokenScopes, READING_SCOPES, SCOPES } from "./token-scope-text.ts";
import type { TokenWish } from "../../api/forge.ts";
import { connect, urlQuestion } from "./find-server.ts";
import { isNameless, makeNamelessId } from "../nameless-accounts.ts";
import { checkToken, type TokenCheck, type TokenScopes } from "../token-scopes.ts";
import type { Access } from "../access.ts";
import type { Discovery } from "../discovery.ts";
import type { KnownServers } from "../known-servers.ts";
import type { Repositories } from "../repositories.ts";
import type { Servers } from "../servers.ts";

interface SignInServices {
  readonly access: Access;
  readonly discovery: Discovery;
  readonly knownServers: KnownServers;
  readonly repositories: Repositories;
  readonly servers: Servers;
  readonly tokenScopes: TokenScopes;
}

/** The largest public server. */
const CODEBERG = "https://codeberg.org";

export class SignIn {
  readonly #shared: Shared;
  readonly #services: SignInServices;

  constructor(shared: Shared, services: SignInServices) {
    this.#shared = shared;
    this.#services = services;
  }

  /** Asks for a token, and for a server if none is entered. Returns undefined if the user cancels. */
  async add(known?: string): Promise<Account | undefined> {
    for (;;) {
      const base = known ?? (await this.#askServer());
      if (base === undefined) return undefined;
      const step = known === undefined ? { number: 2, of: 2, goesBack: true } : { goesBack: false };
      const entered = await this.#askToken(base, step);
      if (entered === BACK) continue;
      if (entered === undefined) return undefined;
      const login = entered.check.user?.login ?? (await this.#askName(base));
      return login === undefined ? undefined : await this.#store(base, login, entered.token, entered.check);
    }
  }

  /** Like `add`, for the server of a rejected request. Asks for the server only if several have this origin. */
  async addAt(origin: string | undefined): Promise<Account | undefined> {
    const shown = await this.#services.repositories.list();
    const bases = new Set([...this.#services.knownServers.bases(), ...shown.map(({ address }) => address.base)]);
    const [base, ...others] = [...bases].filter((each) => new URL(each).origin === origin);
    return await this.add(others.length === 0 ? base : undefined);
  }

  async signOut(): Promise<void> {
    const { accounts, dialogs } = this.#shared;
    const all = accounts.list("issues");
    if (all.length === 0) {
      await dialogs.message("info", l10n.t("You are not signed in."));
      return;
    }
    const choices = all.map((account) => ({
      label: account.name,
      description: formatHost(account.base),
      value: account,
    }));
    const account = await dialogs.pick(l10n.t("Sign Out: Select an Account"), choices);
    if (account === undefined) return;
    const isConfirmed = await dialogs.confirm({
      sentence: l10n.t("Sign out {0} from {1}?", account.name, formatHost(account.base)),
      detail: l10n.t("The token is removed from this machine but stays valid on the server. Drafts are kept."),
      yes: l10n.t("Sign Out"),
    });
    if (isConfirmed) await accounts.remove(account);
  }

  /** Asks which account to use for a repository. The user can also add a new one. */
  async switchAccount(address: RepositoryAddress): Promise<void> {
    const { dialogs } = this.#shared;
    const host = formatHost(address.base);
    const present = this.#services.access.accountAt(address);
    const known = this.#services.access.accountsAt(address.base);
    const answer = await (known.length === 0
      ? "add"
      : dialogs.pick<Account | "add">(l10n.t("Select an Account for {0}", fullName(address)), [
          ...known.map((account) => ({
            label: account.name,
            description: account === present ? l10n.t("{0} · current", host) : host,
            value: account,
          })),
          { label: l10n.t("Add Another Account…"), value: "add" },
        ]));
    const account = answer === "add" ? await this.add(address.base) : answer;
    if (account !== undefined) await this.#services.access.choose(address, account);
  }

  /** Reports that the server rejected an account's token. Public content stays readable. */
  async reportRejected(account: Account): Promise<void> {
    const { accounts, dialogs } = this.#shared;
    const host = formatHost(account.base);
    await dialogs.message(
      "warning",
      l10n.t("{0} no longer accepts the token of {1}. Public content stays readable.", host, account.name),
      [
        { label: l10n.t("Enter New Token…"), run: () => this.add(account.base) },
        { label: l10n.t("Sign Out"), run: () => accounts.remove(account) },
      ],
    );
  }

  /** Asks for a server and finds its API. */
  async #askServer(): Promise<string | undefined> {
    const { dialogs } = this.#shared;
    const offered = await this.#servers();
    const choices: Choice<string>[] = offered.map((base) => ({
      label: formatHost(base),
      description: nameFor(base),
      value: base,
    }));
    const another = {
      label: l10n.t("Another Server…"),
      detail: l10n.t("Enter the URL of a Forgejo or Gitea server"),
      value: "",
    };
    for (;;) {
      const title = l10n.t("Add Account: Select a Server");
      const chosen = await dialogs.pick(title, [...choices, another], { number: 1, of: 2, goesBack: false });
      if (chosen === undefined || chosen === BACK) return undefined;
      const found = chosen === "" ? { fault: undefined } : await connect(chosen, this.#searchDependencies());
      if (found === undefined) return undefined;
      if ("base" in found) return found.base;
      const base = await this.#askUrl(chosen, found.fault);
      if (base !== BACK) return base;
    }
  }

  /** Returns the servers to choose from: the one in the settings, then known ones and those of the open folders. */
  async #servers(): Promise<readonly string[]> {
    const found = await this.#services.repositories.findInWorkspace();
    const offered: string[] = [];
    const known = [this.#services.knownServers.getConfigured(), CODEBERG, ...this.#services.knownServers.bases()];
    for (const base of [...known, ...found.map((each) => each.base)]) {
      if (!isForeign(new URL(base).hostname) && !offered.some((each) => sameBase(each, base))) offered.push(base);
    }
    return offered;
  }

  async #askUrl(value: string, fault: string | undefined): Promise<string | typeof BACK | undefined> {
    let base: string | undefined;
    const findFault = (server: URL) =>
      isPrivate(server) ? undefined : l10n.t("Use https://. Tokens are never sent unencrypted");
    const question = { title: l10n.t("Add Account: Server URL"), value, fault, findFault };
    const typed = await this.#shared.dialogs.input(
      urlQuestion(question, this.#searchDependencies(), (found) => (base = found)),
      { number: 1, of: 2, goesBack: true },
    );
    return typeof typed === "string" ? base : typed;
  }

  #searchDependencies() {
    const { dialogs, now } = this.#shared;
    return { dialogs, now, discovery: this.#services.discovery };
  }

  /** Asks for a token and checks it on the server. */
  async #askToken(
    base: string,
    step: QuestionStep,
  ): Promise<{ readonly token: string; readonly check: TokenCheck } | typeof BACK | undefined> {
    const { dialogs } = this.#shared;
    const host = formatHost(base);
    const title = l10n.t("Add Account: Token for {0}", host);
    const options = [
      {
        label: l10n.t("Enter Token…"),
        detail: l10n.t("Stored in VS Code's secret storage and sent only to {0}.", host),
        value: "enter" as const,
      },
      {
        label: l10n.t("Create a Token in the Browser…"),
        detail: l10n.t("Scopes: {0}. To read only: {1}.", SCOPES.join(", "), READING_SCOPES.join(", ")),
        value: "create" as const,
      },
    ];
    for (;;) {
      const way = await dialogs.pick(title, options, step);
      if (way === undefined || way === BACK) return way;
      if (way === "create") await dialogs.openExternal(await this.#services.servers.tokenPage(base, this.#wish()));
      let check: TokenCheck | undefined;
      const typed = await dialogs.input(
        {
          title,
          prompt: l10n.t("Required scopes: {0}", SCOPES.join(", ")),
          secret: true,
          validate: (answer) => (/^\S+$/.test(answer.trim()) ? undefined : l10n.t("Enter a token without spaces")),
          check: async (answer, signal) => {
            try {
              check = await checkToken(this.#services.servers.withToken(base, answer.trim()), signal);
              return undefined;
            } catch (error) {
              const problem = asProblem(error);
              return problem.kind === "unauthorized"
                ? l10n.t("{0} does not accept this token. Check that it is complete and not expired.", host)
                : describeProblem(problem, this.#shared.now()).sentence;
            }
          },
        },
        { ...step, goesBack: true },
      );
      if (typed === BACK) continue;
      return typed === undefined || check === undefined ? undefined : { token: typed.trim(), check };
    }
  }

  /** A server accepts each name of a token once. */
  #wish(): TokenWish {
    const day = new Date(this.#shared.now()).toISOString().slice(0, "2000-01-01".length);
    return { name: `Triptych ${day}`, scopes: SCOPES };
  }

  /** Asks for the user's name, because a token limited to specific repositories can't read its user. */
  async #askName(base: string): Promise<string | undefined> {
    const typed = await this.#shared.dialogs.input({
      title: l10n.t("Add Account: Your User Name on {0}", formatHost(base)),
      prompt: l10n.t(
        "This token can't read your user name. Enter it so that your own comments are recognized, or leave it empty.",
      ),
      validate: (answer) => (/^[\w.-]*$/.test(answer.trim()) ? undefined : l10n.t("Enter a valid user name")),
    });
    return typed === undefined ? undefined : typed.trim();
  }

  async #store(base: string, login: string, token: string, { grants }: TokenCheck): Promise<Account> {
    const { accounts, dialogs } = this.#shared;
    const account: Account = {
      service: "issues",
      origin: new URL(base).origin,
      id: login === "" ? makeNamelessId(token) : login,
      name: login === "" ? l10n.t("Token for specific repositories") : login,
      base,
    };
    await accounts.add(account, { scheme: "token", value: token });
    await this.#services.tokenScopes.keep(account, grants);
    if (login === "") await this.#removeReplaced(account);
    const isFull = grants.readsIssues === true && grants.writesIssues === true;
    const sentence = l10n.t("Signed in to {0} as {1}.", formatHost(base), account.name);
    void dialogs.message(isFull ? "info" : "warning", [sentence, ...describeTokenScopes(grants)].join(" "));
    return account;
  }

  /**
   * Removes earlier nameless accounts of the server, which can have only one. The new token may be another user's, so
   * drafts of the earlier account aren't sent with it.
   */
  async #removeReplaced(account: Account): Promise<void> {
    const { accounts } = this.#shared;
    for (const each of this.#services.access.accountsAt(account.base)) {
      if (isNameless(each.id) && each.id !== account.id) await accounts.remove(each);
    }
  }
}

function nameFor(base: string): string {
  return new URL(base).hostname === "codeberg.org" ? l10n.t("Codeberg") : "";
}
