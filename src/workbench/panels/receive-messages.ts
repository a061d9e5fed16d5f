// Receives the messages of a page. Each message is declared once, by the schema of its fields, which decodes the
// message. The types of messages and handlers are inferred from the schema.
import * as v from "valibot";
import { decode, type Schema } from "../../base/decode.ts";
import { getFields, isKeyOf } from "../../base/json/is-table.ts";
import { Problem } from "../../base/problem.ts";

/** The schema of a message that has only a type. */
export const noFields = v.object({});

/** The union of the declared messages: `DeclaredMessage<typeof messages>`. */
export type DeclaredMessage<All extends Readonly<Record<string, v.GenericSchema>>> = {
  [Type in keyof All & string]: { readonly type: Type } & Readonly<v.InferOutput<All[Type]>>;
}[keyof All & string];

/** Handles a message of the page. Throws a problem if the message isn't declared. */
export type Receive = (message: unknown) => void | Promise<void>;

/** Builds a receiver from declared messages and their handlers. The compiler requires all handlers. */
export function receive<All extends object>(
  declared: { readonly [Type in keyof All]: Schema<All[Type]> },
  handlers: { readonly [Type in keyof All]: (fields: All[Type]) => void | Promise<void> },
): Receive {
  const handle = <Type extends keyof All & string>(type: Type, schema: Schema<All[Type]>, message: unknown) =>
    handlers[type](decode(schema, message, type));
  return (message) => {
    const { type } = getFields(message);
    if (typeof type !== "string" || !isKeyOf(declared, type))
      throw new Problem("malformed", { detail: "a message of the panel is not known" });
    return handle(type, declared[type], message);
  };
}
