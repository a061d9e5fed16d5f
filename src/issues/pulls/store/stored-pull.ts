// The address of a pull request as it is stored. JSON can't represent 64-bit integers exactly.
import * as v from "valibot";
import type { ThreadAddress } from "../../model/address.ts";

export const storedPull = v.object({
  base: v.pipe(v.string(), v.url()),
  owner: v.string(),
  name: v.string(),
  number: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
});

export function toPull({ number, ...repository }: v.InferOutput<typeof storedPull>): ThreadAddress {
  return { ...repository, number: BigInt(number) };
}
