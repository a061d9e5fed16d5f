// What a tool for language models is, the same in VS Code and in the MCP server. Tools read and prepare drafts; none of
// them sends anything.
import * as v from "valibot";
import { asProblem, Problem } from "../problem.ts";
import { Answer } from "./answer.ts";
import { describeForModel } from "./problem-text.ts";

const DEFAULT_TOKENS = 4_000;
const MIN_TOKENS = 500;
const MAX_TOKENS = 40_000;

/** What a model and its user know of a tool. */
export interface ToolInfo {
  readonly name: string;
  /** What users write after `#` in a chat. */
  readonly reference: string;
  /** In title case, for users. */
  readonly title: string;
  /** For models: what the tool answers, when to use it, and examples. */
  readonly description: string;
  /** What the tool accepts. Unknown fields are rejected. */
  readonly input: v.GenericSchema;
  /** Whether it asks a server, whose answers change. */
  readonly asksServer: boolean;
}

/** A question that the user has to answer before the tool runs. */
export interface Confirmation {
  /** The account whose token the tool would use, with its server. */
  readonly account: string;
  /** What it would read, such as the name of a private repository. */
  readonly what: string;
}

export interface ToolCall {
  readonly signal: AbortSignal;
  /** The caller's own limit, if it has one. */
  readonly maxTokens?: number | undefined;
}

export interface ToolResult {
  readonly text: string;
  readonly failed: boolean;
}

/** A tool that reads from a `Source`, which each door builds in its own way. */
export interface Tool<Source> extends ToolInfo {
  readonly run: (source: Source, input: unknown, call: ToolCall) => Promise<ToolResult>;
  /** Finds what the user has to allow before this call; undefined if nothing. */
  readonly confirm: (source: Source, input: unknown, signal: AbortSignal) => Promise<Confirmation | undefined>;
}

interface ToolDefinition<Source, Entries extends v.ObjectEntries> extends Omit<ToolInfo, "input"> {
  readonly input: Entries;
  readonly confirm?: (
    input: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
    source: Source,
    signal: AbortSignal,
  ) => Promise<Confirmation | undefined>;
  /** Writes the answer, and returns where its data is from. */
  readonly answer: (
    input: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
    source: Source,
    answer: Answer,
    signal: AbortSignal,
  ) => Promise<string>;
}

const maxTokens = v.optional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(MIN_TOKENS),
    v.maxValue(MAX_TOKENS),
    v.description(`The most tokens that the answer may have. The default is ${DEFAULT_TOKENS}.`),
  ),
);
const budget = v.looseObject({ maxTokens });

export function tool<Source, const Entries extends v.ObjectEntries>(
  definition: ToolDefinition<Source, Entries>,
): Tool<Source> {
  const { input: entries, answer: write, confirm, ...info } = definition;
  const own = v.object(entries);
  const input = v.strictObject({ ...entries, maxTokens });
  return {
    ...info,
    input,
    confirm: async (source, given, signal) => {
      const result = v.safeParse(own, given);
      // What is wrong with the input, the call itself says.
      return result.success ? await confirm?.(result.output, source, signal) : undefined;
    },
    run: async (source, given, { signal, maxTokens: limit = MAX_TOKENS }) => {
      const wanted = v.safeParse(budget, given);
      const tokens = (wanted.success ? wanted.output.maxTokens : undefined) ?? DEFAULT_TOKENS;
      const answer = new Answer(Math.max(MIN_TOKENS, Math.min(tokens, limit)));
      try {
        check(input, given);
        const from = await write(check(own, given), source, answer, signal);
        return { text: answer.toText(from), failed: false };
      } catch (error) {
        return { text: describeFailure(asProblem(error)), failed: true };
      }
    },
  };
}

function check<Output>(schema: v.GenericSchema<unknown, Output>, given: unknown): Output {
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  const reasons = result.issues.map((issue) => `${v.getDotPath(issue) ?? "input"}: ${issue.message}`);
  throw new Problem("invalid", { detail: reasons.join("; ") });
}

function describeFailure(problem: Problem): string {
  const { what, remedy, detail } = describeForModel(problem);
  if (detail === undefined) return `${what} ${remedy}`;
  const answer = new Answer(MIN_TOKENS);
  answer.quote(detail, () => "the rest of the message.");
  return `${what} ${remedy}\n${answer.toText(problem.facts.origin ?? "Triptych")}`;
}

/** A tool with what it reads from. */
export interface OfferedTool extends ToolInfo {
  readonly run: (input: unknown, call: ToolCall) => Promise<ToolResult>;
  readonly confirm: (input: unknown, signal: AbortSignal) => Promise<Confirmation | undefined>;
}

export function offerTools<Source>(tools: readonly Tool<Source>[], source: Source): readonly OfferedTool[] {
  return tools.map(({ run, confirm, ...info }) => ({
    ...info,
    run: (input, call) => run(source, input, call),
    confirm: (input, signal) => confirm(source, input, signal),
  }));
}
