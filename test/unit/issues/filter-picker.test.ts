// The quick picks that filter and sort a list.
import assert from "node:assert/strict";
import type * as FilterPickers from "../../../src/issues/lists/filter-picker.ts";
import { QuerySubject } from "../../../src/issues/parts/row-subjects.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { importTexts } from "../import-texts.ts";
import { machine, type Machine } from "./machine.ts";
import { PERSONALITIES, startForge, TRAITS, type Forge } from "./service.ts";

for (const personality of PERSONALITIES.filter((each) => TRAITS[each].sorts)) {
  describe(`The sort order of a query at ${personality}`, () => {
    let forge: Forge;
    let here: Machine;
    let pickers: typeof FilterPickers;
    before(async () => {
      forge = await startForge(personality);
      pickers = (await importTexts("src/issues/lists/filter-picker.ts", "en")) as typeof FilterPickers;
    });
    beforeEach(async () => {
      here = await machine();
    });
    afterEach(() => here.close());
    after(() => forge.close());

    it("can be changed to newest first, even if the query is saved with another order", async () => {
      const queries = [{ name: "Old", sort: "oldest" }];
      const { services, settings } = here.open(forge.base, { queries });
      const { lists } = services;
      const address = { base: forge.base, owner: "lantern", name: "almanac" };
      const query = lists.listQueries(address).queries.find(({ name }) => name === "Old");
      assert.ok(query !== undefined);
      const sort = async (answer: string): Promise<string | undefined> => {
        const picker = new pickers.FilterPicker({ dialogs: new ScriptedDialogs(answer), settings }, services);
        assert.ok(await picker.sort(new QuerySubject(address, query)));
        return lists.getQuery(address, query).sort;
      };
      assert.equal(lists.getQuery(address, query).sort, "oldest");
      assert.equal(await sort("Newest first"), "latest");
      assert.equal(await sort("Oldest first"), "oldest");
      assert.deepEqual(lists.choices.getFilter(address, query.id), {});
    });
  });
}

describe("The filter of a query", () => {
  let forge: Forge;
  let here: Machine;
  let pickers: typeof FilterPickers;
  before(async () => {
    forge = await startForge("forgejo");
    pickers = (await importTexts("src/issues/lists/filter-picker.ts", "en")) as typeof FilterPickers;
  });
  beforeEach(async () => {
    here = await machine();
  });
  afterEach(() => here.close());
  after(() => forge.close());

  /** Opens a saved query, and returns how answers change its filter. */
  const open = (saved: Readonly<Record<string, unknown>>) => {
    const { services, settings, signIn } = here.open(forge.base, { queries: [{ name: "Saved", ...saved }] });
    const { lists } = services;
    const address = { base: forge.base, owner: "lantern", name: "almanac" };
    const query = lists.listQueries(address).queries.find(({ name }) => name === "Saved") ?? assert.fail();
    const answer = async (...answers: readonly string[]) => {
      const dialogs = new ScriptedDialogs(...answers);
      const picker = new pickers.FilterPicker({ dialogs, settings }, services);
      return { dialogs, changed: await picker.filter(new QuerySubject(address, query)) };
    };
    const filter = async (...answers: readonly string[]) => {
      assert.ok((await answer(...answers)).changed);
      return lists.getQuery(address, query);
    };
    const assigned = async () =>
      (await lists.read(address, { state: "open" })).issues.flatMap(({ assignees }) => assignees)[0]?.login;
    return { answer, assigned, filter, signIn, stored: () => lists.choices.getFilter(address, query.id) };
  };

  it("can also show pull requests if the query is saved for issues only", async () => {
    const { filter, stored } = open({ type: "issues" });
    assert.equal((await filter("Kind…", "Both")).type, undefined);
    assert.equal((await filter("Kind…", "Pull requests only")).type, "pulls");
    assert.equal((await filter("Kind…", "Issues only")).type, "issues");
    assert.deepEqual(stored(), {});
  });

  it("can leave out the text that the query is saved with", async () => {
    const { filter, stored } = open({ text: "tide" });
    assert.equal((await filter("Text…", " ")).words, undefined);
    assert.equal((await filter("Text…", "moon")).words, "moon");
    assert.equal((await filter("Text…", "tide")).words, "tide");
    assert.deepEqual(stored(), {});
  });

  it("narrows a query by another label, instead of dropping its own", async () => {
    const { filter } = open({ labels: ["question"] });
    assert.deepEqual((await filter("Label…", "prio/low")).labels, ["question", "prio/low"]);
  });

  it("can name an assignee of a listed issue if the server doesn't list whom issues can be assigned to", async () => {
    const { assigned, filter } = open({});
    const login = (await assigned()) ?? assert.fail("no one is assigned");
    forge.service.faults.add({ kind: "status", status: 403, path: "/assignees" });
    try {
      assert.equal((await filter("Assignee…", login)).assignee, login);
    } finally {
      forge.service.faults.clear();
    }
  });

  it("can name an archived label, which issues still have", async () => {
    const { filter } = open({});
    forge.act("archiveLabel", { repo: "lantern/almanac", name: "prio/low" });
    assert.deepEqual((await filter("Label…", "prio/low")).labels, ["prio/low"]);
  });

  it("isn't saved under the name of another query of the repository, which it would hide", async () => {
    const { answer, filter } = open({ repository: "lantern/Almanac" });
    await filter("Text…", "tide");
    const { dialogs, changed } = await answer("Save as Query…", " saved ", "Tides");
    assert.deepEqual(dialogs.shown, ["This name is already used"]);
    assert.ok(changed);
  });

  it("accepts @me only if the user's name is known", async () => {
    const { answer, filter, signIn } = open({});
    const { dialogs, changed } = await answer("Author…", "@me");
    assert.deepEqual(dialogs.shown, [`Your user name on ${new URL(forge.base).host} is unknown`]);
    assert.ok(!changed);
    await signIn("nadia");
    assert.equal((await filter("Author…", "@me")).author, "nadia");
  });
});
