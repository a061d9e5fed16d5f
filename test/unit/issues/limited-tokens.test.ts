// Tokens that are limited to public or specific repositories. Only the first rejected read reveals the limit.
import assert from "node:assert/strict";
import { checkToken } from "../../../src/issues/repositories/token-scopes.ts";
import type * as TokenScopeText from "../../../src/issues/repositories/accounts/token-scope-text.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { importTexts } from "../import-texts.ts";
import { machine, tokenOf, type Machine } from "./machine.ts";
import { DEMO, PERSONALITIES, startForge, TRAITS, type Forge } from "./service.ts";

const SCOPES = ["write:issue", "read:repository", "read:user"];

for (const personality of PERSONALITIES) {
  describe(`A limited token at ${personality}`, () => {
    let forge: Forge;
    let home: Machine;
    let window: ReturnType<Machine["open"]>;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(async () => {
      forge.reset();
      home = await machine();
      window = home.open(forge.base);
    });
    afterEach(() => home.close());
    after(() => forge.close());

    const at = (name: string, number?: bigint) => ({
      base: forge.base,
      owner: DEMO.owner,
      name,
      ...(number === undefined ? {} : { number }),
    });
    /** Returns the problems of reading a repository's issues and its first issue. */
    const refused = async (name: string) => {
      const { access } = window.services;
      const problems = [await access.findReadRefusal(at(name)), await access.findReadRefusal(at(name, 1n))];
      return problems.map((problem) => problem?.kind);
    };
    const signIn = async (token: Readonly<Record<string, unknown>>, named: boolean) => {
      forge.act("createToken", { user: "alice", name: "limited", ...token });
      await window.signIn("limited", { named });
    };
    const post = async (name: string) => {
      const { drafts, sender } = window.services.writing;
      const place = places.newComment({ ...at(name), number: 1n });
      await drafts.save(place, "with a limited token");
      return await sender.send(place);
    };

    it("for public repositories is rejected for a private one before the user types, and posts in public ones", async () => {
      await signIn({ scopes: ["public-only", ...SCOPES] }, true);
      // Gitea before 1.27 returns 403. Other servers return 404, as if the repository didn't exist.
      const kind = TRAITS[personality].publicOnly === 403 ? "forbidden" : "notFound";
      assert.deepEqual(await refused("secret"), [kind, kind]);
      assert.deepEqual(await refused("demo"), [undefined, undefined]);
      assert.ok((await post("demo")).sent);
      const outcome = await post("secret");
      assert.ok(!outcome.sent && outcome.problem?.kind === kind);
      assert.equal(forge.comments(1, "alice/secret").length, 0);
    });

    it("for one private repository is rejected for another, and posts in its own", async () => {
      forge.act("createToken", { user: "alice", name: "other", scopes: SCOPES, repositories: ["alice/demo"] });
      await window.signIn("other", { named: false });
      assert.deepEqual(await refused("secret"), ["notFound", "notFound"]);
      await window.signOut();
      await signIn({ scopes: SCOPES, repositories: ["alice/secret"] }, false);
      assert.deepEqual(await refused("secret"), [undefined, undefined]);
      assert.ok((await post("secret")).sent);
    });

    it("that can only read is detected by its check, even if it can read the thread", async () => {
      await signIn({ scopes: ["read:issue", "read:user"] }, true);
      const [account] = window.accounts.list("issues");
      assert.ok(account !== undefined);
      const { access, servers, tokenScopes } = window.services;
      await tokenScopes.keep(account, (await checkToken(servers.as(account))).grants);
      assert.deepEqual(access.checkRight("comment", at("demo", 1n)), { may: "no", why: "scope" });
      assert.deepEqual(await refused("demo"), [undefined, undefined], "it can be read");
    });

    it("that may not read organizations offers the repository's labels, and one with all required scopes theirs too", async () => {
      const texts = await importTexts("src/issues/repositories/accounts/token-scope-text.ts", "en");
      const required = (texts as typeof TokenScopeText).SCOPES;
      const almanac = { base: forge.base, owner: "lantern", name: "almanac" };
      for (const [name, scopes] of Object.entries({ without: SCOPES, with: required })) {
        await window.signOut();
        forge.act("createToken", { user: "nadia", name, scopes });
        await window.signIn(name);
        const { labels } = await window.services.choices.read(almanac);
        const names = new Set(labels.map((label) => label.name));
        assert.ok(names.has("bug"));
        assert.equal(names.has("needs a translator"), name === "with");
      }
    });

    it("doesn't keep the user from typing while the server can't be reached", async () => {
      await signIn({ scopes: SCOPES }, true);
      forge.service.faults.add({ kind: "refuse" });
      assert.deepEqual(await refused("demo"), [undefined, undefined]);
    });

    for (const status of [403, 404]) {
      it(`isn't confused with a proxy that returns ${status}: what the token allows stays unknown`, async () => {
        await signIn({ scopes: SCOPES }, true);
        const { servers } = window.services;
        forge.service.faults.add({ kind: "html", status, path: "/issues|/notifications" });
        assert.deepEqual(await refused("demo"), [undefined, undefined]);
        const { grants } = await checkToken(servers.withToken(forge.base, tokenOf("alice")));
        const { notifies, readsIssues, writesIssues } = grants;
        assert.deepEqual([notifies, readsIssues, writesIssues], [undefined, undefined, undefined]);
      });
    }
  });
}
