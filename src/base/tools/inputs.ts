// What tools of several wings accept.
import * as v from "valibot";

export const skipInput = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description("How many entries to skip, as an earlier answer said.")),
);
