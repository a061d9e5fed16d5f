// Sets context keys for menus: whether the user has an account of a service.
import { commands, type Disposable, type Event } from "vscode";
import type { Accounts } from "./accounts.ts";
import type { EarlyAccounts } from "./early-accounts.ts";

/** The context key that is true while the user has an account of a service. */
export interface AccountContext {
  readonly service: string;
  readonly context: `triptych.${string}`;
}

interface AccountSources {
  readonly accounts: Pick<EarlyAccounts, "hasAny" | "listed">;
  readonly services: {
    readonly onDidLoad: Event<{ readonly shared: { readonly accounts: Pick<Accounts, "list" | "onDidChange"> } }>;
  };
}

/** Sets the context key from the start of the window on. */
export function followAccounts(
  { service, context }: AccountContext,
  { accounts: early, services }: AccountSources,
): Disposable {
  const update = (stored: unknown): void => {
    const listed = Array.isArray(stored) ? stored.map((each: unknown) => readService(each)) : [];
    void commands.executeCommand("setContext", context, listed.includes(service));
  };
  if (early.hasAny) update(early.listed);
  return services.onDidLoad(({ shared: { accounts } }) => accounts.onDidChange(() => update(accounts.list())));
}

function readService(account: unknown): unknown {
  return typeof account === "object" && account !== null && "service" in account ? account.service : undefined;
}
