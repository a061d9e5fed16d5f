// Finds the open folders that are clones of repositories on known servers.
import { parseRemote, repositoryKey, type RepositoryAddress } from "../../model/address.ts";
import type { CheckoutGit, CheckoutRepository } from "./git-api.ts";
import type { KnownServers } from "../../repositories/known-servers.ts";
import type { Repositories } from "../../repositories/repositories.ts";

export interface CloneRemote {
  readonly name: string;
  readonly address: RepositoryAddress;
}

export interface Clone {
  readonly repository: CheckoutRepository;
  /** The remotes on known servers, of which there is at least one. */
  readonly remotes: readonly [CloneRemote, ...CloneRemote[]];
}

export async function findClones(
  git: Pick<CheckoutGit, "repositories">,
  { knownServers, repositories }: { readonly knownServers: KnownServers; readonly repositories: Repositories },
): Promise<readonly Clone[]> {
  const shown = await repositories.list();
  const known = [...knownServers.bases(), ...shown.map(({ address }) => address.base)];
  return git.repositories.flatMap((repository) => {
    const [first, ...others] = repository.state.remotes.flatMap(({ fetchUrl, name, pushUrl }) => {
      const address = parseRemote(fetchUrl ?? pushUrl ?? "", known);
      return address === undefined ? [] : [{ name, address }];
    });
    return first === undefined ? [] : [{ repository, remotes: [first, ...others] as const }];
  });
}

export function findRemote({ remotes }: Pick<Clone, "remotes">, address: RepositoryAddress): CloneRemote | undefined {
  return remotes.find((remote) => repositoryKey(remote.address) === repositoryKey(address));
}
