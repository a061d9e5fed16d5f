// What the panel of an entity shows about an account, and after a failed or canceled load.
import assert from "node:assert/strict";
import { decode } from "../../../src/base/decode.ts";
import { Problem } from "../../../src/base/problem.ts";
import type * as Content from "../../../src/blocks/entity/content.ts";
import { account } from "../../../src/blocks/model/entity.ts";
import type { PanelContent } from "../../../src/panels/kit/content/content-model.ts";
import { importTexts } from "../import-texts.ts";

interface Kind {
  readonly connect: (
    thing: unknown,
    port: unknown,
  ) => { readonly receive: (message: unknown) => unknown; readonly paint: () => { readonly page?: PanelContent } };
}

describe("The page of an entity", () => {
  it("reports no failed activity after the entity turned out to be missing", async () => {
    const { entityPage } = (await importTexts("src/blocks/entity/content.ts", "en")) as typeof Content;
    const { parts } = entityPage({
      address: { network: "mine", entity: "0.0.2001" },
      network: { name: "mine", address: "https://mine.example" },
      entity: "absent",
      recent: { kind: "contract", skipped: 0, problem: new Problem("server", { status: 503 }) },
      isEntityCurrent: true,
      isLoading: false,
      problem: undefined,
      now: 0,
    });
    assert.deepEqual(
      parts.map(({ kind }) => kind),
      ["empty"],
    );
  });

  it("shows the alias of an account that has one", async () => {
    const { entityPage } = (await importTexts("src/blocks/entity/content.ts", "en")) as typeof Content;
    const partsOf = (fields: object) =>
      entityPage({
        address: { network: "mine", entity: "0.0.1024" },
        network: { name: "mine", address: "https://mine.example" },
        entity: decode(account, { account: "0.0.1024", ...fields }, "account"),
        recent: undefined,
        isEntityCurrent: true,
        isLoading: false,
        problem: undefined,
        now: 0,
      }).parts;
    assert.match(JSON.stringify(partsOf({ alias: "HIQQEX" })), /"name":"Alias","value":"HIQQEX"/);
    assert.doesNotMatch(JSON.stringify(partsOf({ alias: null })), /Alias/);
  });

  it("is not blank if the user cancels just as the entity arrives", async () => {
    const { EntityPanels } = (await importTexts("src/blocks/entity/panel.ts", "en")) as {
      readonly EntityPanels: new (store: unknown, parts: unknown) => { readonly kind: Kind };
    };
    let arrive: ((found: undefined) => void) | undefined;
    const store = {
      networkNamed: () => ({ name: "mine", address: "https://mine.example" }),
      onDidReplace: () => ({ dispose: () => undefined }),
      entities: { find: () => new Promise((resolve) => (arrive = resolve)) },
    };
    const port = { post: () => undefined, setTitle: () => undefined };
    const page = new EntityPanels(store, { now: Date.now }).kind.connect({ network: "mine", entity: "0.0.2001" }, port);
    arrive?.(undefined);
    page.receive({ type: "cancel" });
    await new Promise((resolve) => setImmediate(resolve));
    const { parts = [] } = page.paint().page ?? {};
    assert.deepEqual(
      parts.map(({ kind }) => kind),
      ["banner"],
    );
  });
});
