// The tools as VS Code's agents call them: asks the user first if a tool has to, and logs what is read.
import { LanguageModelTextPart, LanguageModelToolResult, type CancellationToken, type LanguageModelTool } from "vscode";
import { runOnBehalf } from "../../base/http/contacts.ts";
import { Problem } from "../../base/problem.ts";
import type { Redactor } from "../../base/redact.ts";
import { withSignal } from "../../base/tasks/with-signal.ts";
import type { OfferedTool } from "../../base/tools/tool.ts";
import type { Log } from "../log/log.ts";
import { AGENT_TOOLS, type Settings } from "../settings.ts";
import { l10n } from "../text/l10n.ts";
import { tooltip } from "../vscode-objects.ts";

interface ToolDependencies {
  readonly log: Log;
  readonly redactor: Pick<Redactor, "redactRegistered">;
  readonly settings: Pick<Settings, "get">;
}

export type LoadedTool = Required<LanguageModelTool<object>>;

export function languageTool(tool: OfferedTool, { log, redactor, settings }: ToolDependencies): LoadedTool {
  const requireOn = (): void => {
    if (!settings.get(AGENT_TOOLS))
      throw new Problem("invalid", { detail: l10n.t("Tools for agents are turned off.") });
  };
  return {
    prepareInvocation: async ({ input }, token: CancellationToken) => {
      requireOn();
      // If that fails, so does the call, which tells the model why. It doesn't read what no question has named.
      const question = await withSignal(token, (signal) =>
        runOnBehalf("agents", () => tool.confirm(input, signal)),
      ).catch(() => undefined);
      if (question === undefined) return {};
      const message = l10n.t(
        "An agent wants to read {0} as {1}. What it reads is sent to the model that you use. Until you close this window, you aren't asked again.",
        question.what,
        question.account,
      );
      return { confirmationMessages: { title: l10n.t("Read a Private Repository?"), message: tooltip(message) } };
    },
    invoke: async ({ input, tokenizationOptions }, token: CancellationToken) => {
      requireOn();
      const { text, failed } = await withSignal(token, (signal) =>
        runOnBehalf("agents", () => tool.run(input, { signal, maxTokens: tokenizationOptions?.tokenBudget })),
      );
      log.info(`An agent used ${tool.name}`, { input, characters: text.length, failed });
      const safe = redactor.redactRegistered(text);
      // VS Code passes the message of an error on to the model.
      if (failed) throw new Error(safe);
      return new LanguageModelToolResult([new LanguageModelTextPart(safe)]);
    },
  };
}
