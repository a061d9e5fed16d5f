import { l10n } from "../../workbench/text/l10n.ts";
import { asProblem } from "../../base/problem.ts";
import { isPrivate } from "../../base/origin.ts";
import type { Account } from "../../workbench/accounts.ts";
import type { Choice } from "../../workbench/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { fullName, hostOf, parseServer, sameBase } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { describeTokenScopes, SCOPES } from "./token-scope-text.ts";
import { NAMELESS } from "./access.ts";
import type { Services } from "../services.ts";
import { checkToken } from "./token-scopes.ts";
import type { TokenCheck } from "./token-scopes.ts";

type UsedServices = Pick<
  Services,
  "access" | "discovery" | "knownServers" | "repositories" | "servers" | "tokenScopes"
>;

/** The largest of the public servers. */
const CODEBERG = "https://codeberg.org";

/** Adds accounts and forgets them. */
export class SignIn {
  readonly #shared: Shared;
  readonly #services: UsedServices;

  constructor(shared: Shared, services: UsedServices) {
    this.#shared = shared;
    this.#services = services;
  }

  /** Asks for a server and a token. Returns the account, or undefined if the user cancels. */
  async add(known?: string): Promise<Account | undefined> {
    const base = known ?? (await this.#askServer());
    if (base === undefined) return undefined;
    let fault: string | undefined;
    for (;;) {
      const token = await this.#askToken(base, fault);
      if (token === undefined) return undefined;
      try {
        const check = await this.#shared.dialogs.progress(
          l10n.t("Checking the token on {0}…", hostOf(base)),
          (_report, signal) => checkToken(this.#services.servers.withToken(base, token), signal),
        );
        const login = check.user?.login ?? (await this.#askName(base));
        if (login === undefined) return undefined;
        return await this.#keep(base, login, token, check);
      } catch (error) {
        const problem = asProblem(error);
        if (problem.kind === "cancelled") return undefined;
        if (problem.kind !== "unauthorized") throw problem;
        fault = describeProblem(problem, this.#shared.now()).sentence;
      }
    }
  }

  async signOut(): Promise<void> {
    const { accounts, dialogs } = this.#shared;
    const all = accounts.list("issues");
    if (all.length === 0) {
      await dialogs.message("info", l10n.t("You are not signed in."));
      return;
    }
    const choices = all.map((account) => ({ label: account.name, description: hostOf(account.base), value: account }));
    const account = await dialogs.pick(l10n.t("Sign Out: Select an Account"), choices);
    if (account === undefined) return;
    const sure = await dialogs.confirm({
      sentence: l10n.t("Sign out {0} from {1}?", account.name, hostOf(account.base)),
      detail: l10n.t("The token is removed from this machine but stays valid on the server. Drafts are kept."),
      yes: l10n.t("Sign Out"),
    });
    if (sure) await accounts.remove(account);
  }

  /** Which of the accounts at its server is the one for a repository; another one can be added on the way. */
  async switchAccount(address: RepositoryAddress): Promise<void> {
    const { dialogs } = this.#shared;
    const host = hostOf(address.base);
    const present = this.#services.access.accountAt(address);
    const known = this.#services.access.accountsAt(address.base);
    const another = await (known.length === 0
      ? "add"
      : dialogs.pick<Account | "add">(l10n.t("Select an Account for {0}", fullName(address)), [
          ...known.map((account) => ({
            label: account.name,
            description: account === present ? l10n.t("{0} · current", host) : host,
            value: account,
          })),
          { label: l10n.t("Add Another Account…"), value: "add" },
        ]));
    const account = another === "add" ? await this.add(address.base) : another;
    if (account !== undefined) await this.#services.access.choose(address, account);
  }

  /** The server refuses the token of an account; this is said once, and what is public can be read on. */
  async tellRejected(account: Account): Promise<void> {
    const { accounts, dialogs } = this.#shared;
    const host = hostOf(account.base);
    await dialogs.message(
      "warning",
      l10n.t("{0} no longer accepts the token of {1}. Public content stays readable.", host, account.name),
      [
        { label: l10n.t("Enter New Token…"), run: () => this.add(account.base) },
        { label: l10n.t("Sign Out"), run: () => accounts.remove(account) },
      ],
    );
  }

  /** The server that was chosen, with its API found. */
  async #askServer(): Promise<string | undefined> {
    const { dialogs } = this.#shared;
    const offered = await this.#servers();
    const other = l10n.t("Another Server…");
    const choices: Choice<string>[] = offered.map((base) => ({
      label: hostOf(base),
      description: nameFor(base),
      value: base,
    }));
    const chosen = await dialogs.pick(l10n.t("Add Account: Select a Server"), [
      ...choices,
      { label: other, detail: l10n.t("Enter the URL of a Forgejo or Gitea server"), value: "" },
    ]);
    if (chosen === undefined) return undefined;
    const address = chosen === "" ? await this.#askAddress() : chosen;
    if (address === undefined) return undefined;
    const base = await dialogs.progress(l10n.t("Connecting to {0}…", hostOf(address)), (_report, signal) =>
      this.#services.discovery.findServer(address, signal),
    );
    if (base === undefined) {
      await dialogs.message(
        "error",
        l10n.t("No Forgejo or Gitea server found at {0}. Check the URL, including any path.", hostOf(address)),
      );
    }
    return base;
  }

  /** The one of the settings first, then those that the opened folders come from. */
  async #servers(): Promise<readonly string[]> {
    const found = await this.#services.repositories.found();
    const offered: string[] = [];
    const known = [this.#services.knownServers.own(), CODEBERG, ...this.#services.knownServers.bases()];
    for (const base of [...known, ...found.map((each) => each.base)]) {
      // GitHub isn't a server of this kind.
      const foreign = /(^|\.)(github|gitlab|bitbucket)\.(com|org)$/.test(new URL(base).hostname);
      if (!foreign && !offered.some((each) => sameBase(each, base))) offered.push(base);
    }
    return offered;
  }

  async #askAddress(): Promise<string | undefined> {
    const typed = await this.#shared.dialogs.input({
      title: l10n.t("Add Account: Server URL"),
      prompt: l10n.t("URL of the server, including its path, for example https://example.org/forge"),
      placeholder: "https://",
      faultOf: (answer) => {
        const base = answer.trim() === "" ? undefined : parseServer(answer);
        if (base === undefined) return l10n.t("Enter a valid URL");
        return isPrivate(new URL(base)) ? undefined : l10n.t("Use https://. Tokens are never sent unencrypted");
      },
    });
    return typed === undefined ? undefined : parseServer(typed);
  }

  async #askToken(base: string, fault: string | undefined): Promise<string | undefined> {
    const { dialogs } = this.#shared;
    const host = hostOf(base);
    const choice = await dialogs.pick(fault ?? l10n.t("Add Account: Token for {0}", host), [
      {
        label: l10n.t("Enter Token…"),
        detail: l10n.t("Stored in VS Code's secret storage and sent only to {0}.", host),
        value: "enter" as const,
      },
      {
        label: l10n.t("Create a Token in the Browser…"),
        detail: l10n.t("Scopes: {0}. To read only: read:issue.", SCOPES.join(", ")),
        value: "create" as const,
      },
    ]);
    if (choice === undefined) return undefined;
    if (choice === "create") await dialogs.openExternal(`${base}/user/settings/applications`);
    const typed = await dialogs.input({
      title: l10n.t("Add Account: Token for {0}", host),
      prompt: l10n.t("Required scopes: {0}", SCOPES.join(", ")),
      secret: true,
      faultOf: (answer) => (/^\S+$/.test(answer.trim()) ? undefined : l10n.t("A token can't contain spaces")),
    });
    return typed?.trim();
  }

  /** A token limited to certain repositories can't read its user. */
  async #askName(base: string): Promise<string | undefined> {
    const typed = await this.#shared.dialogs.input({
      title: l10n.t("Add Account: Your User Name on {0}", hostOf(base)),
      prompt: l10n.t(
        "This token can't read your user name. Enter it so that your own comments are recognized, or leave it empty.",
      ),
      faultOf: (answer) => (/^[\w.-]*$/.test(answer.trim()) ? undefined : l10n.t("Enter a valid user name")),
    });
    return typed === undefined ? undefined : typed.trim();
  }

  async #keep(base: string, login: string, token: string, { grants }: TokenCheck): Promise<Account> {
    const { accounts, dialogs } = this.#shared;
    const account: Account = {
      service: "issues",
      origin: new URL(base).origin,
      id: login === "" ? NAMELESS : login,
      name: login === "" ? l10n.t("Token for single repositories") : login,
      base,
    };
    await accounts.add(account, { scheme: "token", value: token });
    await this.#services.tokenScopes.keep(account, grants);
    const whole = grants.readsIssues === true && grants.writesIssues === true;
    const sentence = l10n.t("Signed in to {0} as {1}.", hostOf(base), account.name);
    void dialogs.message(whole ? "info" : "warning", [sentence, ...describeTokenScopes(grants)].join(" "));
    return account;
  }
}

function nameFor(base: string): string {
  return new URL(base).hostname === "codeberg.org" ? l10n.t("Codeberg") : "";
}
