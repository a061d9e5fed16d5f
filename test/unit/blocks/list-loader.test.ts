// Loads a list of a block's panel while the panel moves on.
import assert from "node:assert/strict";
import { ListLoader } from "../../../src/blocks/block/list-loader.ts";
import { PagedList } from "../../../src/blocks/store/paged-list.ts";

const VALUES = Array.from({ length: 1000 }, (_, index) => index);
const ATTEMPTS = 100;

/** A list whose values can be read only so often, so that an endless loop fails instead of hanging. */
class LimitedList extends PagedList<number> {
  #reads = 0;

  override get values(): readonly number[] {
    this.#reads += 1;
    if (this.#reads > ATTEMPTS) throw new Error("the values are read again and again");
    return super.values;
  }
}

describe("The loader of a list in a panel", () => {
  it("stops when its panel moves on just as a batch arrives", async () => {
    const list = new PagedList<number>(
      () => {
        loader.dispose();
        return Promise.resolve({ values: VALUES, skipped: 0, reasons: [], next: () => assert.fail("it loads more") });
      },
      { onEnd: () => undefined },
    );
    const loader = new ListLoader(list, () => undefined);
    let rounds = 0;
    await loader.loadAll(() => ++rounds > ATTEMPTS);
    assert.equal(rounds, 1);
  });

  it("sends nothing to a new page after its panel has moved on", async () => {
    const first = () => Promise.resolve({ values: VALUES, skipped: 0, reasons: [], next: undefined });
    const loader = new ListLoader(new LimitedList(first, { onEnd: () => undefined }), () => undefined);
    await loader.begin();
    loader.dispose();
    assert.doesNotThrow(() => loader.resend());
  });
});
