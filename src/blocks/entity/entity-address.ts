// Which entity a panel shows, and the messages of its page.
import * as v from "valibot";
import { noFields } from "../../workbench/panels/receive.ts";
import { remedyMessage } from "../../workbench/panels/remedies.ts";

/** An entity, as its panel names it: by its ID or its EVM address. */
export interface EntityAddress {
  readonly network: string;
  readonly entity: string;
}

export const entityAddress = v.object({
  network: v.string(),
  entity: v.pipe(v.string(), v.regex(/^\d{1,5}\.\d{1,5}\.\d{1,19}$|^0x[0-9a-f]{40}$/)),
});

export const entityMessages = {
  refresh: noFields,
  cancel: noFields,
  /** Opens the block of a row, and the transaction of this consensus time in it. */
  open: v.object({ time: v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{9}$/)) }),
  ...remedyMessage,
};
