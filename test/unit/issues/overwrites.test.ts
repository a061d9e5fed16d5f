// An edit that someone else overwrites after Triptych saw it on the server. No server prevents that.
import assert from "node:assert/strict";
import type { Wait } from "../../../src/base/tasks/wait.ts";
import { isUnsent, isWaiting, getText, type Draft } from "../../../src/issues/writing/drafts/draft.ts";
import { RECHECK_DELAY_MS } from "../../../src/issues/writing/overwrites.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import { machine, type Machine } from "./machine.ts";
import { DEMO, DISTINCT_SERVERS, startForge, type Forge } from "./service.ts";

const COMMENT = 301n;

/** The second check waits until the test calls the due functions. */
function heldTime() {
  const due: (() => void)[] = [];
  const wait: Wait = (milliseconds, signal) =>
    milliseconds !== RECHECK_DELAY_MS
      ? Promise.resolve()
      : new Promise((resolve, reject) => {
          due.push(resolve);
          signal?.addEventListener("abort", () => reject(new Error("canceled")));
        });
  return { due, wait };
}

for (const personality of DISTINCT_SERVERS) {
  describe(`A sent edit that is overwritten at ${personality}`, () => {
    let forge: Forge;
    let here: Machine;
    let time = heldTime();
    let window: ReturnType<Machine["open"]>;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(async () => {
      forge.reset();
      time = heldTime();
      here = await machine(undefined, { wait: time.wait });
      window = here.open(forge.base);
      await window.signIn("alice");
    });
    afterEach(() => here.close());
    after(() => forge.close());

    const comment = (): Place => places.comment({ base: forge.base, ...DEMO, number: 1n }, COMMENT);
    const onServer = async () => (await forge.api("alice").comment(DEMO, COMMENT))?.body ?? assert.fail();
    const versionNow = async () => ({ title: undefined, body: await onServer(), version: undefined });
    /** Sends a new text of the comment, and returns its draft. */
    const edit = async (text: string): Promise<Draft> => {
      const { drafts, sender } = window.services.writing;
      await drafts.begin(comment(), { opened: await versionNow(), author: "alice" });
      const draft = await drafts.save(comment(), text);
      assert.ok((await sender.send(comment())).sent);
      assert.equal(await drafts.get(comment()), undefined, "nothing is left to send");
      return draft;
    };
    /** Another machine has checked the comment before the edit arrived, and writes now. */
    const overwrite = (text: string) => forge.api("alice").changeComment(DEMO, 1n, COMMENT, text);
    const letLook = (): void => {
      for (const go of time.due.splice(0)) go();
    };

    it("becomes a draft again, to be merged with the other text", async () => {
      const { drafts, overwrites, sender } = window.services.writing;
      const found = new Promise<Place>((resolve) => overwrites.onDidFind(resolve));
      const opened = await versionNow();
      await edit("from here");
      await overwrite("from elsewhere");
      letLook();
      assert.deepEqual(await found, comment());
      const draft = (await drafts.get(comment())) ?? assert.fail("no draft");
      assert.deepEqual([getText(draft), draft.opened, draft.failure?.why], ["from here", opened, "conflict"]);
      assert.ok(isUnsent(draft) && !isWaiting(draft), "nothing sends it unasked");
      const outcome = await sender.send(comment());
      assert.deepEqual(outcome.sent ? [] : [outcome.why, outcome.theirs?.body], ["conflict", "from elsewhere"]);
      assert.equal(await onServer(), "from elsewhere");
    });

    it("is offered for the title of an issue too", async () => {
      const { drafts, overwrites, sender } = window.services.writing;
      const found = new Promise<Place>((resolve) => overwrites.onDidFind(resolve));
      const place = places.issueText({ base: forge.base, ...DEMO, number: 1n });
      const { title, body, version } = await forge.api("alice").issue(DEMO, 1n);
      await drafts.begin(place, { opened: { title, body, version } });
      const text = writeDocument(place.kind, { title: "A title from here", body });
      await drafts.save(place, text);
      assert.ok((await sender.send(place)).sent);
      await forge.api("alice").authoring.change(DEMO, 1n, { title: "Another title", body, version: undefined });
      letLook();
      assert.deepEqual(await found, place);
      assert.equal((await drafts.get(place))?.text, text);
    });

    /** Returns what a check reports, and the remaining draft, if `since` happens before it loads the comment. */
    const leftBy = async (draft: Draft, since: () => Promise<unknown>): Promise<readonly unknown[]> => {
      const { drafts, overwrites } = window.services.writing;
      const found: Place[] = [];
      overwrites.onDidFind((place) => found.push(place));
      time.due.splice(0);
      const look = overwrites.watch(draft, { api: forge.api("alice"), login: "alice" });
      await since();
      letLook();
      await look;
      return [found, (await drafts.get(comment()))?.text];
    };

    it("is not offered if the server has it, with any line ends", async () => {
      const draft = await edit("one\ntwo");
      assert.deepEqual(await leftBy(draft, () => overwrite("one\r\ntwo")), [[], undefined]);
    });

    it("is not offered if the next edit from the same window replaced it", async () => {
      const draft = await edit("first");
      assert.deepEqual(await leftBy(draft, () => edit("second")), [[], undefined]);
      assert.equal(await onServer(), "second");
    });

    it("is not offered if the next edit replaced it under the new name of the repository", async () => {
      const { drafts, sender } = window.services.writing;
      const draft = await edit("first");
      const replace = async (): Promise<void> => {
        forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
        const { identity } = window.services;
        await identity.issue(forge.api("alice"), { base: forge.base, ...DEMO, number: 1n });
        const place = places.comment({ base: forge.base, owner: "alice", name: "renamed", number: 1n }, COMMENT);
        await drafts.begin(place, { opened: await versionNow(), author: "alice" });
        await drafts.save(place, "second");
        assert.ok((await sender.send(place)).sent);
      };
      assert.deepEqual(await leftBy(draft, replace), [[], undefined]);
      assert.equal(await onServer(), "second");
    });

    it("is not offered beside another edit that was started since", async () => {
      const draft = await edit("sent");
      const begin = async () => {
        await overwrite("from elsewhere");
        await window.services.writing.drafts.begin(comment(), { opened: await versionNow(), text: "being written" });
      };
      assert.deepEqual(await leftBy(draft, begin), [[], "being written"]);
    });

    it("is not searched for once the window is closed", async () => {
      const draft = await edit("sent");
      const asked = forge.asked().length;
      await leftBy(draft, () => Promise.resolve(window.services.dispose()));
      assert.equal(forge.asked().length, asked);
    });
  });
}
