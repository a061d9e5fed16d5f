// Calls tools as VS Code's agents do.
import assert from "node:assert/strict";
import { LanguageModelTextPart, lm, type LanguageModelToolTokenizationOptions } from "vscode";
import { estimateTokens } from "../../src/base/tools/tokens.ts";

const DEFAULT_TOKENS = 4_000;

/** Returns what a model would read, which has at most as many tokens as it wants. */
export async function invoke(name: string, input: object = {}, tokens?: number): Promise<string> {
  const tokenizationOptions: LanguageModelToolTokenizationOptions | undefined =
    tokens === undefined
      ? undefined
      : { tokenBudget: tokens, countTokens: (text) => Promise.resolve(estimateTokens(text)) };
  const { content } = await lm.invokeTool(name, {
    input,
    toolInvocationToken: undefined,
    ...(tokenizationOptions === undefined ? {} : { tokenizationOptions }),
  });
  const text = content.map((part) => (part instanceof LanguageModelTextPart ? part.value : "")).join("\n");
  const used = estimateTokens(text);
  assert.ok(used <= (tokens ?? DEFAULT_TOKENS), `${name} ${JSON.stringify(input)}: ${used} tokens`);
  return text;
}
