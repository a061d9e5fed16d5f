// What a tool accepts, as JSON Schema.
import { toJsonSchema } from "@valibot/to-json-schema";
import type { ToolInfo } from "./tool.ts";

/** A type, because an interface would not be accepted as a plain object. */
export type InputSchema = Readonly<{
  type: "object";
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
}>;

/** Checks that code makes can't be expressed; the tool makes them again. */
export function inputSchema(input: ToolInfo["input"]): InputSchema {
  const { properties = {}, required = [] } = toJsonSchema(input, { errorMode: "ignore" });
  const described = Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === "object" ? [[name, schema] as const] : [],
  );
  return { type: "object", properties: Object.fromEntries(described), required, additionalProperties: false };
}
