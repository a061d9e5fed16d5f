// What pull requests change, and how they are merged, on every kind of server.
import assert from "node:assert/strict";
import { PERSONALITIES, TRAITS, withServer, type Server } from "./issues-server.ts";

const REPO = "/repos/lantern/almanac";
const PULL = `${REPO}/pulls/4`;
const PLACE = { repo: "lantern/almanac", issue: 4 };

for (const personality of PERSONALITIES) {
  describe(`Pull requests of the sandbox's ${personality}`, () => {
    const isForgejo = TRAITS[personality].product === "Forgejo";
    const on = (test: (server: Server) => Promise<void>) => () => withServer(personality, test);
    const merge = (server: Server, as: string, more: Readonly<Record<string, unknown>> = {}) =>
      server.ask(as, "POST", `${PULL}/merge`, { Do: "merge", ...more });

    it(
      "list their files with status and lines, in pages",
      on(async (server) => {
        const files = await server.get("nadia", `${PULL}/files?limit=50`);
        assert.deepEqual(
          files.list().map((each) => {
            const { filename, status, additions, deletions } = each as Record<string, unknown>;
            return [filename, status, additions, deletions];
          }),
          [
            ["src/harmonics.rs", "changed", 4, 2],
            ["src/phase.rs", "renamed", 1, 1],
            ["tests/calais.rs", "added", 4, 0],
            ["src/limit.rs", "deleted", 0, 1],
            ["data/calais.bin", "unchanged", 0, 0],
            ["data/stations.zip", "changed", 2, 2],
            ["vendor/ephemeris", "changed", 1, 1],
          ],
        );
        const page = await server.get("nadia", `${PULL}/files?limit=3&page=3`);
        assert.deepEqual(page.list("filename"), ["vendor/ephemeris"]);
        assert.equal(page.headers.get("x-total-count"), "7");
        const pull = await server.get("nadia", PULL);
        assert.deepEqual([pull.at("additions"), pull.at("deletions"), pull.at("changed_files")], [12, 7, 7]);
      }),
    );

    it(
      "have files at the commits of both ends, and none at any other",
      on(async (server) => {
        const pull = await server.get("nadia", PULL);
        const read = (path: string, ref: unknown) => server.get("nadia", `${REPO}/contents/${path}?ref=${String(ref)}`);
        const head = await read("src/phase.rs", pull.at("head.sha"));
        assert.match(Buffer.from(String(head.at("content")), "base64").toString(), /rem_euclid/);
        assert.equal((await read("src/angle.rs", pull.at("merge_base"))).status, 200);
        assert.equal((await read("src/angle.rs", pull.at("head.sha"))).status, 404);
        assert.equal((await read("src/limit.rs", "0".repeat(40))).status, 404);
        assert.equal((await read("vendor/ephemeris", pull.at("head.sha"))).at("type"), "submodule");
      }),
    );

    it(
      "combine the checks of one page only",
      on(async (server) => {
        const checks = Array.from({ length: 40 }, (_each, place) => ({ context: `c${place}`, status: "success" }));
        server.act("setChecks", { ...PLACE, checks: [...checks, { context: "last", status: "failure" }] });
        const head = String((await server.get("nadia", PULL)).at("head.sha"));
        const first = await server.get("nadia", `${REPO}/commits/${head}/status`);
        const second = await server.get("nadia", `${REPO}/commits/${head}/status?page=2`);
        assert.deepEqual([first.at("state"), first.at("total_count")], ["success", 30]);
        assert.deepEqual([second.at("state"), second.at("total_count")], ["failure", 11]);
        assert.equal(first.headers.get("x-total-count"), "41");
        const none = await server.get("nadia", `${REPO}/commits/${"1".repeat(40)}/status`);
        assert.deepEqual([none.at("state"), none.at("statuses")], [isForgejo ? "" : "pending", null]);
      }),
    );

    it(
      "merge only the named head, and only once",
      on(async (server) => {
        const head = String((await server.get("nadia", PULL)).at("head.sha"));
        server.act("push", { ...PLACE, by: "ines" });
        const moved = await merge(server, "lantern", { head_commit_id: head });
        assert.deepEqual([moved.status, moved.at("message")], [409, "head out of date"]);
        const present = String((await server.get("nadia", PULL)).at("head.sha"));
        assert.notEqual(present, head);
        assert.equal((await server.get("nadia", `${PULL}/merge`)).status, 404);
        const how = { head_commit_id: present, delete_branch_after_merge: true };
        const merged = await merge(server, "lantern", how);
        assert.deepEqual([merged.status, merged.text], [200, ""]);
        assert.equal((await server.get("nadia", `${PULL}/merge`)).status, 204);
        const after = await server.get("nadia", PULL);
        assert.deepEqual([after.at("merged"), after.at("head.ref")], [true, "refs/pull/4/head"]);
        const again = await merge(server, "lantern", how);
        assert.deepEqual([again.status, again.at("message")], [405, isForgejo ? "" : "The PR is already merged"]);
      }),
    );

    it(
      "aren't merged without the right, as drafts, with conflicts, or in a style that isn't allowed",
      on(async (server) => {
        const why = async (as: string, more?: Readonly<Record<string, unknown>>) => {
          const refused = await merge(server, as, more);
          assert.equal(refused.status, 405);
          return String(refused.at("message"));
        };
        assert.equal(await why("mallory"), "User not allowed to merge PR");
        server.act("setMerging", { repo: PLACE.repo, settings: { allow_squash_merge: false } });
        assert.match(await why("lantern", { Do: "squash" }), /not an allowed merge style/);
        server.act("changePull", { ...PLACE, conflicts: true });
        assert.equal(await why("lantern"), "Please try again later");
        assert.equal((await server.get("nadia", PULL)).at("mergeable"), false);
        server.act("changePull", { ...PLACE, draft: true });
        assert.equal(await why("lantern"), "Work in progress PRs cannot be merged");
        assert.equal((await merge(server, "")).status, 401);
      }),
    );
  });
}
