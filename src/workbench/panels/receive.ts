// Messages from a page. Each is declared once, by the schema of its fields. The schema decodes what the page sends, and
// the types of messages and handlers are inferred from it.
import * as v from "valibot";
import { decode, type Schema } from "../../base/decode.ts";
import { Problem } from "../../base/problem.ts";

/** The schema of a message that is nothing but its type. */
export const noFields = v.object({});

/** Every message that is declared: `DeclaredMessage<typeof messages>`. */
export type DeclaredMessage<All extends Readonly<Record<string, v.GenericSchema>>> = {
  [Type in keyof All & string]: { readonly type: Type } & Readonly<v.InferOutput<All[Type]>>;
}[keyof All & string];

/** Carries out a message of the page, or throws a problem if it is not one that was declared. */
export type Receive = (message: unknown) => void | Promise<void>;

/** `handlers` handle each message; the compiler requires all of them. */
export function receive<All extends object>(
  declared: { readonly [Type in keyof All]: Schema<All[Type]> },
  handlers: { readonly [Type in keyof All]: (fields: All[Type]) => void | Promise<void> },
): Receive {
  const handle = <Type extends keyof All & string>(type: Type, schema: Schema<All[Type]>, message: unknown) =>
    handlers[type](decode(schema, message, type));
  return (message) => {
    const type = readType(message);
    if (!isOwnKey(declared, type)) throw new Problem("malformed", { detail: "a message of the panel is not known" });
    return handle(type, declared[type], message);
  };
}

function readType(message: unknown): string {
  const { type }: { readonly type?: unknown } = typeof message === "object" && message !== null ? message : {};
  return typeof type === "string" ? type : "";
}

/** By the table's own keys: "constructor" and its like are not messages. */
function isOwnKey<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key);
}
