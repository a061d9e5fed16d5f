import { Problem } from "../../base/problem.ts";
import { plain } from "../../workbench/commands.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { keyIn } from "../model/exodus-urls.ts";
import type { Store } from "../store.ts";

/** Shows the service itself in the reader's browser. */
export function openWebsite({ dialogs, settings }: Shared): Command<[], boolean> {
  return plain(() => dialogs.openExternal(settings.get("triptych.trackers.url")));
}

export function openSettings(shared: Shared): Command<[], void> {
  return plain(() => shared.openSettings("triptych.trackers"));
}

export function refresh(store: Store, redraw: () => void): Command<[], void> {
  return plain(() => {
    store.refresh();
    redraw();
  });
}

/** Takes a key that the service takes; any other is not kept. */
export function setKey({ dialogs }: Shared, store: Store): Command<[], boolean> {
  const ask = async (): Promise<boolean> => {
    const typed = await dialogs.input({
      title: l10n.t("API Key for {0}", store.host),
      prompt: l10n.t(
        "Operators of εxodus give out keys by e-mail. It is checked first, and kept in VS Code’s secret storage.",
      ),
      secret: true,
      faultOf: keyFault,
    });
    const key = typed === undefined ? "" : keyIn(typed);
    if (key === "") return false;
    const taken = await dialogs.progress(l10n.t("Checking the key with {0}…", store.host), (_told, signal) =>
      isTaken(() => store.check(key, signal)),
    );
    if (taken) await store.keepKey(key);
    else {
      const sentence = l10n.t("{0} does not take this key. Nothing was kept.", store.host);
      void dialogs.message("error", sentence, [{ label: l10n.t("Set API Key…"), run: ask }]);
    }
    return taken;
  };
  return plain(ask);
}

export function removeKey({ dialogs }: Shared, store: Store): Command<[], boolean> {
  return plain(async () => {
    if (!store.hasKey) {
      void dialogs.message("info", l10n.t("There is no API key for {0}.", store.host));
      return false;
    }
    const removes = await dialogs.confirm({
      sentence: l10n.t("Remove the API key for {0}?", store.host),
      detail: l10n.t("Lists of applications and the details of reports need one. The tracker list does not."),
      yes: l10n.t("Remove API Key"),
    });
    if (removes) await store.removeKey();
    return removes;
  });
}

/** Public routes answer with any key, so what is asked is the count, which takes none but a right one. */
export function checkConnection(shared: Shared, store: Store): Command<[], void> {
  const { dialogs } = shared;
  return plain(async () => {
    const { host, hasKey } = store;
    const taken = await dialogs.progress(l10n.t("Asking {0}…", host), async (_told, signal) => {
      if (hasKey) return await isTaken(() => store.check(undefined, signal));
      await store.reach(signal);
      return true;
    });
    if (!taken) {
      const sentence = l10n.t("{0} answers, but does not take the API key.", host);
      const again = { label: l10n.t("Set API Key…"), run: () => setKey(shared, store).run() };
      void dialogs.message("error", sentence, [again]);
    } else if (hasKey) {
      void dialogs.message("info", l10n.t("{0} answers and takes the API key.", host));
    } else {
      const sentence = l10n.t("{0} answers. Without an API key it tells trackers and counts alone.", host);
      void dialogs.message("info", sentence, [
        { label: l10n.t("Set API Key…"), run: () => setKey(shared, store).run() },
      ]);
    }
  });
}

async function isTaken(check: () => Promise<number>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof Problem && error.kind === "unauthorized") return false;
    throw error;
  }
}

function keyFault(typed: string): string | undefined {
  return /\s/.test(keyIn(typed)) ? l10n.t("A key has no spaces in it") : undefined;
}
