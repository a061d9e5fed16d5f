// Connects what tools may read to the wing's servers and accounts.
import { sameBase, type RepositoryAddress } from "../model/address.ts";
import type { KnownServers } from "../repositories/known-servers.ts";
import type { Servers } from "../repositories/servers.ts";
import type { ReadingDependencies } from "./repository-reading.ts";

interface Connected {
  readonly knownServers: Pick<KnownServers, "bases" | "getConfigured">;
  readonly servers: Pick<Servers, "accountFor" | "as" | "isRejected" | "withToken">;
  readonly home: () => Promise<RepositoryAddress | undefined>;
  readonly now: () => number;
}

export function readingDependencies({ home, knownServers, now, servers }: Connected): ReadingDependencies {
  return {
    now,
    home,
    servers: () => {
      const configured = knownServers.getConfigured();
      return [configured, ...knownServers.bases().filter((base) => !sameBase(base, configured))];
    },
    anonymous: (base) => servers.withToken(base, undefined),
    signedIn: (address) => {
      const account = servers.accountFor(address);
      if (account === undefined || servers.isRejected(account)) return undefined;
      return { account: account.name, api: servers.as(account, address.base) };
    },
  };
}
