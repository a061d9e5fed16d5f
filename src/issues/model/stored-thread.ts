// The address of a thread as JSON, for what VS Code stores and for menus.
import * as v from "valibot";
import type { ThreadAddress } from "./address.ts";

/** The number is a string, because JSON can't represent 64-bit integers exactly. */
export const storedThread = v.object({
  base: v.pipe(v.string(), v.url()),
  owner: v.string(),
  name: v.string(),
  number: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
});
export type StoredThread = Readonly<v.InferOutput<typeof storedThread>>;

export function toStoredThread({ base, owner, name, number }: ThreadAddress): StoredThread {
  return { base, owner, name, number: String(number) };
}

export function toAddress({ base, owner, name, number }: StoredThread): ThreadAddress {
  return { base, owner, name, number: BigInt(number) };
}
