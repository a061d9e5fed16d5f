import type { Comment } from "../model/entities.ts";
import type { RepositoryAddress } from "../model/address.ts";
import type { Store } from "../store.ts";

/** What the menu of a comment's row offers, as the manifest asks for it. */
export function commentMenu(store: Store, address: RepositoryAddress, comment: Comment): string {
  const edit = store.mayChange(address, comment) ? ".edit" : "";
  const remove = store.mayDelete(address, comment) ? ".delete" : "";
  const contextValue = `comment${edit}${remove}`;
  return contextValue;
}
