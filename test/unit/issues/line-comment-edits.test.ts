// Edits, deletions and resolutions of comments on lines at all kinds of servers, which list them only with their reviews.
import assert from "node:assert/strict";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { problemOf } from "../base/service.ts";
import { PERSONALITIES } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";
import { said } from "./written-texts.ts";

const ALMANAC = { owner: "lantern", name: "almanac" };
const PULL = { repo: "lantern/almanac", issue: 4 };

interface StoredReview {
  readonly by: string;
  readonly comments: readonly { readonly id: number; readonly text: string }[];
}

for (const personality of PERSONALITIES) {
  describe(`Comments on lines at ${personality}`, () => {
    const at = windowAt(personality, "nadia");
    const pull = () => ({ base: at.forge.base, ...ALMANAC, number: 4n });
    const stored = () =>
      (at.forge.act("readReviews", PULL) as readonly StoredReview[])
        .filter(({ by }) => by === "wren")
        .flatMap(({ comments }) => comments);
    const texts = () => stored().map(({ text }) => text);
    const add = (...notes: readonly string[]): readonly bigint[] => {
      const given = notes.map((text) => ({ path: "src/harmonics.rs", line: 3, hunk: "", text }));
      at.forge.act("addReview", { ...PULL, by: "wren", notes: given });
      return stored().map(({ id }) => BigInt(id));
    };

    it("are edited, unless someone changed them since", async () => {
      const [id = 0n] = add("first", "second");
      const place = places.comment(pull(), id);
      const { drafts, sender } = at.services.writing;
      await drafts.begin(place, { opened: said("first"), author: "wren" });
      await drafts.save(place, "mine");
      at.forge.act("editComment", { id: Number(id), body: "theirs" });
      const refused = await sender.send(place);
      assert.ok(!refused.sent && refused.why === "conflict" && refused.theirs?.body === "theirs");
      assert.deepEqual(texts(), ["theirs", "second"]);
      await drafts.rebase(place, said("theirs"));
      assert.ok((await sender.send(place)).sent);
      assert.deepEqual(texts(), ["mine", "second"]);
    });

    it("are found again if the answer to an edit is lost", async () => {
      const [id = 0n] = add("first");
      const place = places.comment(pull(), id);
      const { drafts, sender } = at.services.writing;
      await drafts.begin(place, { opened: said("first"), author: "wren" });
      await drafts.save(place, "mine");
      at.forge.service.faults.add({ kind: "lost", method: "PATCH", times: 1 });
      assert.ok((await sender.send(place)).sent);
      assert.deepEqual(texts(), ["mine"]);
      assert.equal(await drafts.get(place), undefined);
    });

    it("are deleted, and their texts and lines are kept", async () => {
      const [id = 0n] = add("first", "second");
      const { deletion, drafts } = at.services.writing;
      const anchor = { path: "src/harmonics.rs", line: { side: "new", number: 3 }, commit: "", hunk: "" } as const;
      assert.equal(await deletion.remove(pull(), id, anchor), undefined);
      assert.deepEqual(texts(), ["second"]);
      const kept = await drafts.get(places.deletedComment(pull(), id));
      assert.deepEqual([kept?.text, kept?.anchor], ["first", anchor]);
      assert.equal((await deletion.remove(pull(), id, anchor))?.why, "missing");
    });

    it("are not deleted by readers", async () => {
      const [id = 0n] = add("first");
      await at.window.signOut();
      await at.window.signIn("kofi");
      assert.equal((await at.services.writing.deletion.remove(pull(), id))?.why, "problem");
      assert.deepEqual(texts(), ["first"]);
      assert.equal(await at.services.writing.drafts.get(places.deletedComment(pull(), id)), undefined);
    });

    it("are resolved only where the server has a route for it", async () => {
      const [id = 0n] = add("first");
      const resolves = await at.services.servers.resolvesConversations(pull());
      assert.equal(resolves, personality === "gitea-1.27");
      const { reviews } = at.forge.api("nadia");
      const resolvers = async () => {
        const { values } = await reviews.list(ALMANAC, 4n);
        const lists = await Promise.all(values.map((each) => reviews.comments(ALMANAC, 4n, each.id)));
        return lists.flatMap((list) => list.values).find((each) => each.id === id)?.resolvedBy?.login;
      };
      if (!resolves) {
        const { status } = (await problemOf(reviews.resolve(ALMANAC, id, true))).facts;
        assert.ok(status === 404 || status === 405);
        return;
      }
      await reviews.resolve(ALMANAC, id, true);
      assert.equal(await resolvers(), "nadia");
      await reviews.resolve(ALMANAC, id, false);
      assert.equal(await resolvers(), undefined);
      assert.equal((await problemOf(at.forge.api("kofi").reviews.resolve(ALMANAC, id, true))).facts.status, 403);
    });
  });
}
