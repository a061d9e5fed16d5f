// Asks for a repository and pins it in the view. If that fails, the same quick pick explains why.
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Account } from "../../workbench/accounts/accounts.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { withIcon } from "../../workbench/text/label.ts";
import {
  fullName,
  formatHost,
  parseRemote,
  parseRepository,
  repositoryKey,
  type RepositoryAddress,
} from "../model/address.ts";
import { findServer } from "../repositories/accounts/find-server.ts";
import type { Access } from "../repositories/access.ts";
import type { Discovery } from "../repositories/discovery.ts";
import type { KnownServers } from "../repositories/known-servers.ts";
import type { Repositories } from "../repositories/repositories.ts";
import type { RepositoryNames } from "../repositories/repository-names.ts";
import type { Servers } from "../repositories/servers.ts";

interface RepositoryPickerServices {
  readonly access: Access;
  readonly discovery: Discovery;
  readonly knownServers: KnownServers;
  readonly repositories: Repositories;
  readonly repositoryNames: RepositoryNames;
  readonly servers: Pick<Servers, "dialectAt">;
}

/** The value of a row: a repository to add, or a server to sign in to before trying again. */
type Step = RepositoryAddress | { readonly signInTo: string };

export class RepositoryPicker {
  readonly #shared: Pick<Shared, "dialogs" | "now">;
  readonly #services: RepositoryPickerServices;
  readonly #signIn: (base: string) => Promise<Account | undefined>;

  constructor(
    shared: Pick<Shared, "dialogs" | "now">,
    services: RepositoryPickerServices,
    signIn: (base: string) => Promise<Account | undefined>,
  ) {
    this.#shared = shared;
    this.#services = services;
    this.#signIn = signIn;
  }

  /** Asks for a repository, checks that it exists, and pins it. `value` is the initial text of the quick pick. */
  async add(value = ""): Promise<RepositoryAddress | undefined> {
    const { repositories } = this.#services;
    const shown = new Set((await repositories.list()).map(({ address }) => repositoryKey(address)));
    const found = (await repositories.findInWorkspace()).filter((address) => !shown.has(repositoryKey(address)));
    let added: RepositoryAddress | undefined;
    let lastTyped = value;
    const chosen = await this.#shared.dialogs.lookUp<Step>(
      {
        title: l10n.t("Add Repository"),
        placeholder: l10n.t("owner/repo, a URL, or part of a name to search for"),
        value,
        check: async (step, signal) => {
          if ("signInTo" in step) return undefined;
          const pinned = await this.#pin(step, signal);
          if (Array.isArray(pinned)) return pinned;
          added = pinned;
          return undefined;
        },
      },
      (typed) => {
        lastTyped = typed;
        return this.#localChoices(typed, found);
      },
      async (typed, signal) => {
        const likely = found.filter((each) => fullName(each).toLowerCase().includes(typed.trim().toLowerCase()));
        const named = this.#parse(typed);
        const listed = named === undefined ? likely : [named, ...likely];
        const excluded = new Set([...shown, ...listed.map(repositoryKey)]);
        return await this.#searchServers(typed, excluded, signal);
      },
    );
    if (chosen === undefined || !("signInTo" in chosen)) return added;
    const account = await this.#signIn(chosen.signInTo);
    return account === undefined ? undefined : await this.add(lastTyped);
  }

  /** Asks for a repository of the view, or for one to add. If the view has only one repository, returns it. */
  async pick(): Promise<RepositoryAddress | undefined> {
    const [first, ...rest] = (await this.#services.repositories.list()).map(({ address }) => address);
    if (first === undefined) return await this.add();
    if (rest.length === 0) return first;
    const picked = await this.#shared.dialogs.pick<RepositoryAddress | "other">(l10n.t("Select a Repository"), [
      ...[first, ...rest].map((address) => ({
        label: fullName(address),
        description: formatHost(address.base),
        value: address,
      })),
      { label: l10n.t("Another Repository…"), value: "other" },
    ]);
    return picked === "other" ? await this.add() : picked;
  }

  /** Pins a repository under the name that its server returns. If that fails, returns rows that explain why. */
  async #pin(address: RepositoryAddress, signal: AbortSignal): Promise<RepositoryAddress | Choice<Step | undefined>[]> {
    const { discovery, repositoryNames } = this.#services;
    try {
      if (await this.#isKnown(address.base)) return await repositoryNames.add(address, signal);
      const server = await findServer(address.base, { discovery, now: this.#shared.now }, signal);
      if ("fault" in server) {
        return [{ label: withIcon("error", l10n.t("Server not found")), detail: server.fault, value: undefined }];
      }
      return await repositoryNames.add({ ...address, base: server.base }, signal);
    } catch (error) {
      return this.#explainFailure(address.base, asProblem(error));
    }
  }

  #explainFailure(base: string, problem: Problem): Choice<Step | undefined>[] {
    const { short, sentence } = describeProblem(problem, this.#shared.now());
    const { access, servers } = this.#services;
    const isSignedIn = access.accountsAt(base).length > 0;
    const mayLackFactor = isSignedIn && problem.kind === "notFound" && servers.dialectAt(base).hidesWithoutSecondFactor;
    const detail = mayLackFactor
      ? l10n.t("{0} If the server requires two-factor authentication, set it up there first.", sentence)
      : sentence;
    const fault = { label: withIcon("error", short), detail, value: undefined };
    // Servers return 404 for a private repository that the user can't see, so signing in may help.
    if (!["notFound", "forbidden", "unauthorized"].includes(problem.kind)) return [fault];
    const label = isSignedIn
      ? l10n.t("Use Another Account on {0}…", formatHost(base))
      : l10n.t("Sign In to {0}…", formatHost(base));
    return [fault, { label: withIcon("account", label), value: { signInTo: base } }];
  }

  /** Returns the choices that need no request: the typed name, and the Git remotes of the open folders. */
  #localChoices(typed: string, found: readonly RepositoryAddress[]): readonly Choice<Step | undefined>[] {
    const query = typed.trim().toLowerCase();
    const named = this.#parse(typed);
    return [
      ...(named === undefined ? [] : [{ label: fullName(named), description: formatHost(named.base), value: named }]),
      ...found
        .filter((address) => fullName(address).toLowerCase().includes(query))
        .map((address) => ({
          label: fullName(address),
          description: formatHost(address.base),
          detail: l10n.t("From a Git remote"),
          value: address,
        })),
    ];
  }

  #parse(typed: string): RepositoryAddress | undefined {
    const { knownServers, repositories } = this.#services;
    const servers = knownServers.bases();
    return (
      parseRepository(typed, knownServers.getConfigured(), servers)?.address ??
      repositories.findKnown(typed, servers) ??
      parseRemote(typed, servers)
    );
  }

  /** Searches all known servers; without a search text, lists the user's own repositories. */
  async #searchServers(
    typed: string,
    excluded: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<readonly Choice<Step | undefined>[]> {
    const query = typed.trim();
    if (query.includes("://") || query.length === 1) return [];
    const bases = this.#services.knownServers.bases();
    const all = (await Promise.all(bases.map((base) => this.#searchServer(base, query, signal)))).flat();
    const none = l10n.t("No repository with this name");
    if (all.length === 0 && query !== "") return [{ label: none, value: undefined }];
    return all.filter(({ value }) => value === undefined || "signInTo" in value || !excluded.has(repositoryKey(value)));
  }

  /** Searches one server. If the request fails, returns a row that says why. */
  async #searchServer(base: string, query: string, signal: AbortSignal): Promise<readonly Choice<Step | undefined>[]> {
    try {
      const repositories = await this.#services.discovery.findRepositories(base, query, signal);
      return repositories
        .map(({ owner, name, description }) => ({ address: { base, owner, name }, description }))
        .map(({ address, description }): Choice<Step> => {
          const choice = { label: fullName(address), description: formatHost(base), value: address };
          return description === "" ? choice : Object.assign(choice, { detail: description });
        });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "canceled") return [];
      const { short } = describeProblem(problem, this.#shared.now());
      return [{ label: formatHost(base), description: short, value: undefined }];
    }
  }

  async #isKnown(base: string): Promise<boolean> {
    const shown = await this.#services.repositories.list();
    return this.#services.knownServers.bases().includes(base) || shown.some(({ address }) => address.base === base);
  }
}
