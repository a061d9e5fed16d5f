// The rows of grouped lists, without VS Code.
import assert from "node:assert/strict";
import type * as ListRowBuilders from "../../../src/issues/lists/list-rows.ts";
import type { Node } from "../../../src/workbench/tree/node.ts";
import { importTexts } from "../import-texts.ts";
import { machine, type Machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";

describe("The rows of a grouped list", () => {
  let forge: Forge;
  let here: Machine;
  let modules: typeof ListRowBuilders;
  before(async () => {
    forge = await startForge("forgejo");
    modules = (await importTexts("src/issues/lists/list-rows.ts", "en")) as typeof ListRowBuilders;
  });
  beforeEach(async () => {
    forge.reset();
    here = await machine();
  });
  afterEach(() => here.close());
  after(() => forge.close());

  const { signal } = new AbortController();
  const under = async ({ children }: Node): Promise<readonly Node[]> => (await children?.(signal))?.nodes ?? [];

  it("are complete in each group, even if a change has dropped the loaded pages of the list", async () => {
    forge.act("setPageCap", { cap: 7 });
    const { services } = here.open(forge.base);
    const address = { base: forge.base, owner: "lantern", name: "almanac" };
    await services.lists.choices.group(address, "author");
    const rows = new modules.ListRows(services, { now: Date.now }, () => Promise.resolve({ nodes: [] }));
    const [list] = await rows.build(address, signal);
    assert.ok(list !== undefined);
    const groups = await under(list);
    services.lists.forget(address);
    for (const group of groups) assert.equal(String((await under(group)).length), group.description, group.label);
  });

  it("don't claim to be all issues if the server doesn't count them", async () => {
    for (let issue = 0; issue < 510; issue += 1) forge.act("addIssue", { repo: "lantern/almanac", by: "nadia" });
    forge.act("leaveOutTotals");
    const { services } = here.open(forge.base);
    const address = { base: forge.base, owner: "lantern", name: "almanac" };
    await services.lists.choices.group(address, "author");
    const rows = new modules.ListRows(services, { now: Date.now }, () => Promise.resolve({ nodes: [] }));
    const [list] = await rows.build(address, signal);
    assert.ok(list !== undefined);
    assert.equal((await under(list)).at(-1)?.label, "Only 500 issues shown");
  });
});
