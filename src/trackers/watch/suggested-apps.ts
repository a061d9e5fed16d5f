// Apps that a picker suggests before the user types.
import type { Shared } from "../../workbench/wings/shared.ts";
import { pickApp, type SuggestedApp } from "../apps/app-picker.ts";
import type { Store } from "../store/store.ts";
import type { WatchList } from "./watch-list.ts";

/** Apps to suggest: recently opened ones, then watched ones. */
export function suggestedApps(store: Store, watched: WatchList): readonly SuggestedApp[] {
  const all = [...store.recentApps(), ...watched.list().map(({ handle, name }) => ({ handle, name }))];
  return all.filter(({ handle }, index) => all.findIndex((each) => each.handle === handle) === index);
}

export function appPicker(
  shared: Pick<Shared, "dialogs" | "now">,
  store: Store,
  watched: WatchList,
  title: string,
): () => Promise<string | undefined> {
  return () => pickApp(shared, store, { title, suggestions: suggestedApps(store, watched) });
}
