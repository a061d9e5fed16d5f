// The request budget of a server, which all windows share.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { Budget, type BudgetRule } from "../../base/http/budget.ts";
import type { Contacts } from "../../base/http/contacts.ts";
import type { Wait } from "../../base/tasks/wait.ts";
import type { Log } from "../log/log.ts";

/** What the clients of a server need, which include its budget. */
export interface BudgetDependencies {
  readonly contacts: Contacts;
  readonly folder: string;
  readonly log: Log;
  readonly now: () => number;
  /** Tests that simulate time replace it. */
  readonly wait?: Wait | undefined;
}

export function openBudget(
  origin: string,
  rules: readonly BudgetRule[],
  dependencies: Omit<BudgetDependencies, "contacts">,
): Budget {
  const { folder, log, now, wait } = dependencies;
  return new Budget({
    folder: join(folder, "budgets", createHash("sha256").update(origin).digest("hex").slice(0, 16)),
    rules,
    now,
    wait,
    onReset: () => log.warn("The shared request budget is damaged and is reset", { origin }),
    onAlone: ({ message: problem }) =>
      log.warn("Could not share the request budget with other windows", { origin, problem }),
  });
}
