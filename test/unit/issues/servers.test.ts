// Several accounts on one server: which one is used, and what a rejected or limited token still allows.
import assert from "node:assert/strict";
import type { Account } from "../../../src/workbench/accounts/accounts.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, DISTINCT_SERVERS, startForge, TRAITS, type Forge } from "./service.ts";
import { machine, tokenOf, type Machine } from "./machine.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { checkToken } from "../../../src/issues/repositories/token-scopes.ts";

type Window = ReturnType<Machine["open"]>;

for (const personality of DISTINCT_SERVERS) {
  describe(`Accounts of a server at ${personality}`, () => {
    let forge: Forge;
    let here: Machine;
    let window: Window;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(async () => {
      forge.reset();
      here = await machine();
      window = here.open(forge.base);
    });
    afterEach(() => here.close());
    after(() => forge.close());

    const demo = () => ({ base: forge.base, ...DEMO });
    const secret = () => ({ base: forge.base, owner: "alice", name: "secret" });
    const account = (id: string): Account =>
      window.services.access.accountsAt(forge.base).find((each) => each.id === id) ??
      assert.fail(`there is no account ${id}`);
    const lastToken = () => forge.service.journal.at(-1)?.headers.authorization?.replace(/^token /, "");

    it("leads to the page that creates a token, filled in if the server can do that", async () => {
      const page = await window.services.servers.tokenPage(forge.base, { name: "My token", scopes: ["a:b", "c:d"] });
      const settings = `${forge.base}/user/settings/applications`;
      const filledIn = `${settings}/tokens/new?name=My+token&resource=all&scope=a%3Ab&scope=c%3Ad`;
      assert.equal(page, TRAITS[personality].product === "Forgejo" ? filledIn : settings);
    });

    it("load each repository with the account chosen for it, or else with the first", async () => {
      await window.signIn("bob");
      await window.signIn("alice");
      await window.services.repositoryNames.read(demo());
      assert.equal(lastToken(), tokenOf("bob"));
      await window.services.access.choose(secret(), account("alice"));
      await window.services.repositoryNames.read(secret());
      assert.equal(lastToken(), tokenOf("alice"));
      assert.deepEqual(
        [window.services.access.loginAt(demo()), window.services.access.loginAt(secret())],
        ["bob", "alice"],
      );
      await window.accounts.remove(account("alice"));
      assert.equal(window.services.access.loginAt(secret()), "bob", "one that is gone is chosen no more");
    });

    it("show in hovers and menus what the chosen account sees, not what another one loaded", async () => {
      await window.signIn("bob");
      await window.signIn("alice");
      const { access, choices, issueCache } = window.services;
      const hidden = { ...secret(), number: 1n };
      await access.choose(secret(), account("alice"));
      const [hover, menu] = [() => issueCache.at(hidden, new AbortController().signal), () => choices.recent(secret())];
      await Promise.all([hover(), menu()]);
      await access.choose(secret(), account("bob"));
      for (const load of [hover, menu]) assert.equal((await problemOf(load())).kind, "notFound");
    });

    it("are offered what the permissions of the repository allow, the only rights that servers report", async () => {
      forge.act("setRights", { repo: "alice/demo", user: "bob", level: "write" });
      for (const [login, isOffered] of [
        ["bob", true],
        ["carol", false],
      ] as const) {
        await window.signIn(login);
        const { access, repositoryNames, threads } = window.services;
        await access.choose(demo(), account(login));
        const locked = { ...demo(), number: 8n };
        await threads.read(locked);
        const { issue } = threads.at(locked).thread ?? assert.fail();
        assert.equal(repositoryNames.getKnown(demo())?.mayPush, isOffered);
        for (const act of ["changeIssue", "comment", "sortIssue"] as const) {
          assert.equal(access.offers(act, demo(), { issue }), isOffered, `${login} ${act}`);
        }
      }
    });

    it("show nothing of an open thread that the chosen account can't see", async () => {
      await window.signIn("bob");
      await window.signIn("alice");
      const { access, threads } = window.services;
      const hidden = { ...secret(), number: 1n };
      await access.choose(secret(), account("alice"));
      const panel = threads.retain(hidden);
      await threads.read(hidden);
      assert.equal(threads.at(hidden).problem, undefined);
      forge.service.faults.add({ kind: "status", status: 500, path: "/secret/issues/1$", times: 1 });
      await access.choose(secret(), account("bob"));
      await threads.read(hidden);
      assert.equal(threads.at(hidden).problem?.kind, "server");
      assert.ok(threads.at(hidden).thread !== undefined, "bob may see it");
      await threads.refresh(hidden, { thorough: false });
      assert.equal(threads.at(hidden).problem?.kind, "notFound");
      assert.equal(threads.at(hidden).thread, undefined);
      panel.dispose();
    });

    it("know a repository as the chosen account sees it, even if the previous one's response is late", async () => {
      await window.signIn("alice");
      await window.signIn("bob");
      const { access, repositoryNames } = window.services;
      forge.service.faults.add({ kind: "late", ms: 200, path: "/repos/alice/demo$", times: 1 });
      const late = repositoryNames.read(demo());
      while (lastToken() !== tokenOf("alice")) await new Promise((resolve) => setImmediate(resolve));
      await access.choose(demo(), account("bob"));
      await repositoryNames.read(demo());
      await late;
      assert.equal(repositoryNames.getKnown(demo())?.mayPush, false);
    });

    it("aren't switched because a proxy returned 404 while the server restarted", async () => {
      await window.signIn("bob");
      await window.signIn("alice");
      forge.service.faults.add({ kind: "html", status: 404, path: "/repos/alice/demo$", times: 1 });
      assert.equal((await problemOf(window.services.discovery.repository(demo()))).kind, "notFound");
      assert.equal(window.services.access.loginAt(demo()), "bob");
    });

    it("post under the account of the repository", async () => {
      await window.signIn("bob");
      await window.signIn("alice");
      await window.services.access.choose(demo(), account("alice"));
      const place = places.newComment({ ...demo(), number: 3n });
      await window.services.writing.drafts.save(place, "as alice");
      assert.ok((await window.services.writing.sender.send(place)).sent);
      assert.equal(forge.comments(3).at(-1)?.poster, "alice");
    });

    it("keep the choice if the repository is renamed", async () => {
      await window.signIn("bob");
      await window.signIn("alice");
      await window.services.repositoryNames.add(demo());
      await window.services.access.choose(demo(), account("alice"));
      forge.act("renameRepo", { repo: "alice/demo", name: "later" });
      await window.services.repositoryNames.read(demo());
      assert.equal(window.services.access.loginAt({ ...demo(), name: "later" }), "alice");
    });

    it("report a rejected token once, and load public content without it in the meantime", async () => {
      await window.signIn("alice");
      const rejected: string[] = [];
      window.services.servers.onDidReject(({ id }) => rejected.push(id));
      forge.act("revokeToken", { token: tokenOf("alice") });
      assert.equal((await window.services.repositoryNames.read(demo()))?.name, "demo");
      assert.ok((await window.services.lists.read(demo(), { state: "open" })).issues.length > 0);
      await window.services.threads.read({ ...demo(), number: 1n });
      assert.equal(window.services.threads.at({ ...demo(), number: 1n }).problem, undefined);
      assert.deepEqual(rejected, ["alice"]);
      assert.equal(window.services.servers.isRejected(account("alice")), true);
      assert.equal(forge.service.journal.filter(({ status }) => status === 401).length, 1, "one refusal is enough");
    });

    for (const [what, headers, body] of [
      ["a web page", { "content-type": "text/html" }, "<title>Sign in to the network</title>"],
      ["plain text", { "content-type": "text/plain" }, "Unauthorized"],
      ["nothing", { "content-type": "" }, ""],
    ] as const) {
      it(`keep a token if a proxy returns 401 with ${what}, and load with it once the server responds again`, async () => {
        await window.signIn("alice");
        forge.service.faults.add({ kind: "status", status: 401, headers, body });
        const { repositoryNames, servers, writing } = window.services;
        assert.equal((await problemOf(repositoryNames.read(secret()))).kind, "malformed");
        assert.equal((await problemOf(checkToken(servers.withToken(forge.base, "x")))).kind, "malformed");
        assert.equal(servers.isRejected(account("alice")), false);
        const place = places.newComment({ ...demo(), number: 3n });
        await writing.drafts.save(place, "behind a proxy");
        assert.ok(!(await writing.sender.send(place)).sent);
        forge.service.faults.clear();
        assert.equal((await repositoryNames.read(secret()))?.name, "secret");
        writing.outbox.start();
        await writing.outbox.run();
        assert.equal(forge.comments(3).at(-1)?.body, "behind a proxy");
      });
    }

    it("report a rejected token for private content, instead of calling it missing", async () => {
      await window.signIn("alice");
      forge.act("revokeToken", { token: tokenOf("alice") });
      assert.equal((await problemOf(window.services.repositoryNames.read(secret()))).kind, "unauthorized");
      assert.equal((await problemOf(window.services.repositoryNames.read(secret()))).kind, "unauthorized");
    });

    it("never write as someone else: a comment is rejected and kept", async () => {
      await window.signIn("alice");
      forge.act("revokeToken", { token: tokenOf("alice") });
      const place = places.newComment({ ...demo(), number: 3n });
      await window.services.writing.drafts.save(place, "kept");
      const outcome = await window.services.writing.sender.send(place);
      assert.ok(!outcome.sent && outcome.problem?.kind === "unauthorized");
      assert.equal((await window.services.writing.drafts.get(place))?.text, "kept");
    });

    it("use the token again when the server accepts it, and a new one at once", async () => {
      await window.signIn("alice");
      const rejected: string[] = [];
      window.services.servers.onDidReject(({ id }) => rejected.push(id));
      forge.act("revokeToken", { token: tokenOf("alice") });
      await window.services.repositoryNames.read(demo());
      window.services.servers.tryAgain();
      await window.services.repositoryNames.read(demo());
      assert.deepEqual(rejected, ["alice"], "who was told is not told again");
      forge.act("createToken", { user: "alice", name: "alice" });
      window.services.servers.tryAgain();
      await window.services.repositoryNames.read(secret());
      assert.equal(window.services.servers.isRejected(account("alice")), false);
      forge.act("revokeToken", { token: tokenOf("alice") });
      await window.services.repositoryNames.read(demo());
      await window.services.forgetAccount(account("alice"), { gone: false });
      await window.services.repositoryNames.read(demo());
      assert.deepEqual(rejected, ["alice", "alice"], "another token is another question");
    });

    /** Makes a request of alice's wait for its 401, during which `work` runs. */
    const whileRejecting = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
      await window.signIn("alice");
      const rejected: string[] = [];
      window.services.servers.onDidReject(({ id }) => rejected.push(id));
      forge.act("revokeToken", { token: tokenOf("alice") });
      forge.service.faults.add({ kind: "late", ms: 200, path: "/repos/alice/secret$", times: 1 });
      const late = window.services.servers.for(secret()).repository(secret());
      while (lastToken() !== tokenOf("alice")) await new Promise((resolve) => setImmediate(resolve));
      await work();
      await late.catch(() => undefined);
      return rejected;
    };

    it("don't reject a new token because of a late response to the previous one", async () => {
      const renew = async (): Promise<void> => {
        forge.act("createToken", { user: "alice", name: "renewed" });
        await window.accounts.add(account("alice"), { scheme: "token", value: tokenOf("renewed") });
        await window.services.forgetAccount(account("alice"), { gone: false });
      };
      assert.deepEqual(await whileRejecting(renew), []);
      assert.equal(window.services.servers.isRejected(account("alice")), false);
      assert.equal(lastToken(), tokenOf("renewed"));
    });

    it("report no rejected token of an account that was removed during the request", async () => {
      const remove = async (): Promise<void> => {
        const gone = account("alice");
        await window.accounts.remove(gone);
        await window.services.forgetAccount(gone, { gone: true });
      };
      assert.deepEqual(await whileRejecting(remove), []);
    });

    it("drop everything that was loaded for a removed account", async () => {
      await window.signIn("alice");
      const hidden = { ...secret(), number: 1n };
      await window.services.threads.read(hidden);
      await window.services.threads.comments(hidden);
      const hover = () => window.services.issueCache.at(hidden, new AbortController().signal);
      assert.equal((await hover()).number, 1n);
      assert.ok(window.services.threads.at(hidden).thread !== undefined);
      const changed: bigint[] = [];
      window.services.threads.onDidChange(({ number }) => changed.push(number));
      const gone = account("alice");
      await window.accounts.remove(gone);
      await window.services.forgetAccount(gone, { gone: true });
      assert.equal(window.services.threads.at(hidden).thread, undefined);
      assert.equal(window.services.threads.knownComments(hidden), undefined);
      assert.deepEqual(changed, [1n]);
      assert.equal((await problemOf(hover())).kind, "notFound");
    });

    it("test what a token allows without leaving anything on the server", async () => {
      const grants = async (name: string) =>
        (await checkToken(window.services.servers.withToken(forge.base, tokenOf(name)))).grants;
      const all = { tellsName: true, listsRepositories: true, readsIssues: true, writesIssues: true, notifies: true };
      assert.deepEqual(await grants("nadia"), all);
      assert.deepEqual(await grants("comment"), { ...all, notifies: false });
      assert.deepEqual(await grants("browse"), {
        tellsName: false,
        listsRepositories: false,
        readsIssues: true,
        writesIssues: false,
        notifies: false,
      });
      await window.signIn("comment", { named: false });
      const [kept] = window.services.access.accountsAt(forge.base);
      assert.ok(kept !== undefined);
      await window.services.tokenScopes.keep(kept, await grants("browse"));
      assert.equal(window.services.access.getGrants(kept)?.writesIssues, false);
      assert.deepEqual(window.services.access.checkRight("comment", demo()), { may: "no", why: "scope" });
      await window.services.forgetAccount(kept, { gone: true });
      assert.equal(window.services.access.getGrants(kept), undefined);
    });

    it("distinguish a banned account from a rejected token", async () => {
      forge.act("setAccount", { user: "alice", account: "mustChangePassword" });
      const { kind, facts } = await problemOf(
        checkToken(window.services.servers.withToken(forge.base, tokenOf("alice"))),
      );
      assert.equal(kind, "forbidden");
      assert.match(facts.detail ?? "", /change your password/);
    });

    if (TRAITS[personality].repositoryTokens) {
      it("accept a token for one repository, which can't return its owner but writes there", async () => {
        const { user, grants } = await checkToken(window.services.servers.withToken(forge.base, tokenOf("demo")));
        assert.equal(user, undefined);
        assert.deepEqual([grants.tellsName, grants.writesIssues, grants.notifies], [false, true, false]);
      });
    }
  });
}
