// Commands for the API key of the εxodus instance.
import { asProblem, Problem } from "../../base/problem.ts";
import { plain, type Command } from "../../workbench/commands.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { parseKey } from "../model/exodus-urls.ts";
import type { Store } from "./store.ts";

/** Asks for a key and saves it if the server accepts it. */
export function setKey({ dialogs, now }: Pick<Shared, "dialogs" | "now">, store: Store): Command<[], boolean> {
  return plain(async () => {
    const { base } = store;
    const typed = await dialogs.input({
      title: l10n.t("API Key for {0}", store.host),
      prompt: l10n.t("Request a key from εxodus by email. It is stored in VS Code's secret storage."),
      secret: true,
      validate: validateKey,
      check: async (answer, signal) => {
        // No other server may receive the key.
        const hasMoved = (): boolean => store.base !== base;
        const moved = l10n.t("The server has changed. Close this input and start again.");
        if (hasMoved()) return moved;
        try {
          const isRejected = !(await isAccepted(() => store.check(parseKey(answer), signal)));
          if (hasMoved()) return moved;
          return isRejected ? l10n.t("{0} rejected this key. Check that you copied all of it.", store.host) : undefined;
        } catch (error) {
          return describeProblem(asProblem(error), now()).sentence;
        }
      },
    });
    if (typed === undefined || store.base !== base) return false;
    await store.saveKey(parseKey(typed));
    return true;
  });
}

export function removeKey({ dialogs }: Shared, store: Store): Command<[], boolean> {
  return plain(async () => {
    if (!store.hasKey) {
      void dialogs.message("info", l10n.t("No API key is set for {0}.", store.host));
      return false;
    }
    const { base } = store;
    const isConfirmed = await dialogs.confirm({
      sentence: l10n.t("Remove the API key for {0}?", store.host),
      detail: l10n.t("App lists and report details need a key. The tracker list does not."),
      yes: l10n.t("Remove API Key"),
    });
    const isAboutIt = isConfirmed && store.base === base;
    if (isAboutIt) await store.removeKey();
    return isAboutIt;
  });
}

/** Public routes accept any key, so `check` requests a count, which needs a valid one. */
async function isAccepted(check: () => Promise<number>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof Problem && error.kind === "unauthorized") return false;
    throw error;
  }
}

function validateKey(typed: string): string | undefined {
  if (parseKey(typed) === "") return l10n.t("Enter an API key");
  return /\s/.test(parseKey(typed)) ? l10n.t("A key can't contain spaces") : undefined;
}
