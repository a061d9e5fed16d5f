// Adding an account, from choosing a server to storing a token, with everything that can go wrong.
import assert from "node:assert/strict";
import { SignIn as Signing } from "../../../src/issues/repositories/accounts/sign-in.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { type Machine, tokenOf } from "../../unit/issues/machine.ts";
import { sharedParts } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";

describe("Adding an account", () => {
  const here = forgeTests();
  let window: ReturnType<Machine["open"]>;
  let shared: Shared;

  before(async () => {
    shared = await sharedParts();
  });
  beforeEach(() => {
    window = here.home.open("https://codeberg.org", {
      remotes: [`${here.forge.base}/alice/demo.git`, "git@github.com:a/b.git"],
    });
  });

  const signing = (...answers: readonly (string | boolean | undefined)[]) => {
    const dialogs = new ScriptedDialogs(...answers);
    const parts = { ...shared, dialogs, accounts: window.accounts };
    return { dialogs, signing: new Signing(parts, window.services) };
  };
  const host = () => new URL(here.forge.base).host;

  it("offers Codeberg first, then the servers of Git remotes, but not GitHub", async () => {
    const { dialogs, signing: asked } = signing(undefined);
    assert.equal(await asked.add(), undefined);
    assert.deepEqual(dialogs.asked, [`Add Account: Select a Server: codeberg.org, ${host()}, Another Server…`]);
  });

  it("accepts a URL as pasted, finds the API, and saves the account under its origin", async () => {
    const { dialogs, signing: asked } = signing(
      "Another Server…",
      `${here.forge.base}/alice/demo/`,
      "Enter Token…",
      ` ${tokenOf("alice")} `,
    );
    const account = await asked.add();
    assert.deepEqual(account, {
      service: "issues",
      origin: here.forge.base,
      id: "alice",
      name: "alice",
      base: here.forge.base,
    });
    assert.deepEqual(window.accounts.list("issues"), [account]);
    assert.deepEqual(dialogs.shown, [
      `Signed in to ${host()} as alice. This token can read issues, write comments and issues, list your repositories, and read notifications.`,
    ]);
    assert.ok((await window.accounts.credentialFor(here.forge.base, account))?.value === tokenOf("alice"));
    assert.equal(await window.accounts.credentialFor("https://codeberg.org", account), undefined);
  });

  it("finds a server under a path", async () => {
    await here.forge.act("setSubPath", { path: "/git" });
    const { signing: asked } = signing(
      "Another Server…",
      `${here.forge.base}/git/alice/demo/issues/1`,
      "Enter Token…",
      tokenOf("alice"),
    );
    const account = await asked.add();
    assert.deepEqual([account?.base, account?.origin], [`${here.forge.base}/git`, here.forge.base]);
  });

  it("opens the page that creates a token, filled in with a name and the required scopes", async () => {
    const { dialogs, signing: asked } = signing("Create a Token in the Browser…", tokenOf("alice"));
    await asked.add(here.forge.base);
    const [opened = ""] = dialogs.opened;
    assert.equal(new URL(opened).pathname, "/user/settings/applications/tokens/new");
    const { searchParams } = new URL(opened);
    assert.match(searchParams.get("name") ?? "", /^Triptych \d{4}-\d\d-\d\d$/);
    assert.equal(searchParams.get("resource"), "all");
    assert.deepEqual(searchParams.getAll("scope"), [
      "read:user",
      "write:repository",
      "read:organization",
      "write:issue",
      "write:notification",
    ]);
  });

  it("asks again if the token is rejected, and saves nothing", async () => {
    const { dialogs, signing: asked } = signing("Enter Token…", "0".repeat(40), undefined);
    assert.equal(await asked.add(here.forge.base), undefined);
    assert.match(dialogs.shown.at(-1) ?? "", /does not accept this token/);
    assert.deepEqual(window.accounts.list("issues"), []);
  });

  it("says below the input what is wrong with a token, and accepts another one", async () => {
    const { dialogs, signing: asked } = signing("Enter Token…", "0".repeat(40), "", "two words", tokenOf("alice"));
    assert.equal((await asked.add(here.forge.base))?.id, "alice");
    assert.deepEqual(dialogs.asked.length, 2);
    const fault = "Enter a token without spaces";
    assert.match(dialogs.shown.join("; "), new RegExp(`does not accept this token.*; ${fault}; ${fault}; Signed in`));
  });

  it("says below the input what is wrong with a server, and accepts another one", async () => {
    const { dialogs, signing: asked } = signing(
      "Another Server…",
      "two words",
      "http://127.0.0.1:1",
      here.forge.base,
      "Enter Token…",
      tokenOf("alice"),
    );
    assert.equal((await asked.add())?.base, here.forge.base);
    assert.deepEqual(dialogs.asked.slice(1, 2), ["Add Account: Server URL (1/2)"]);
    assert.match(dialogs.shown.join("; "), /^Enter a valid URL; Could not reach 127\.0\.0\.1:1.*; Signed in/);
  });

  it("asks for the URL of a known server that can't be reached", async () => {
    await here.forge.fault({ kind: "html", status: 404, path: "" });
    const { dialogs, signing: asked } = signing(host(), "Back", undefined);
    assert.equal(await asked.add(), undefined);
    assert.match(dialogs.shown[0] ?? "", /^No Forgejo or Gitea server found at /);
    assert.match(dialogs.asked[1] ?? "", /^Add Account: Server URL/);
    assert.match(dialogs.asked[2] ?? "", /^Add Account: Select a Server/);
  });

  it("goes back from each question to the previous one", async () => {
    const { dialogs, signing: asked } = signing(host(), "Enter Token…", "Back", "Back", "Another Server…", "Back");
    assert.equal(await asked.add(), undefined);
    const titles = dialogs.asked.map((each) => each.replace(/: (codeberg|Enter Token).*| \(.*/, ""));
    assert.deepEqual(titles, [
      "Add Account: Select a Server",
      `Add Account: Token for ${host()}`,
      `Add Account: Token for ${host()}`,
      `Add Account: Token for ${host()}`,
      "Add Account: Select a Server",
      "Add Account: Server URL",
      "Add Account: Select a Server",
    ]);
  });

  it("accepts a token that can't read its user, with or without a user name", async () => {
    await here.forge.act("createToken", { user: "alice", name: "mute", scopes: ["write:issue", "read:repository"] });
    const named = signing("Enter Token…", tokenOf("mute"), "alice");
    assert.equal((await named.signing.add(here.forge.base))?.id, "alice");
    assert.match(
      named.dialogs.shown[0] ?? "",
      /This token can read issues and write comments and issues\. It can't read your user name/,
    );
    assert.match(named.dialogs.shown[0] ?? "", /write:notification/);
    const nameless = signing("Enter Token…", tokenOf("mute"), "");
    assert.equal((await nameless.signing.add(here.forge.base))?.name, "Token for specific repositories");
    assert.equal(window.services.access.loginAt(here.forge.base), "alice");
  });

  it("never sends drafts that wait for one token without a user name with another", async () => {
    const thread = { base: here.forge.base, owner: "alice", name: "demo", number: 1n };
    const place = places.newComment(thread);
    const { drafts, outbox, sender } = window.services.writing;
    const addNameless = async (user: string, name: string) => {
      await here.forge.act("createToken", { user, name, scopes: ["write:issue", "read:repository"] });
      return await signing("Enter Token…", tokenOf(name), "").signing.add(here.forge.base);
    };
    const first = await addNameless("alice", "mute");
    assert.ok(first !== undefined);
    await window.services.access.choose(thread, first);
    await window.signIn("dave", { at: here.forge.base });
    await drafts.save(place, "as the user of the first token");
    await here.forge.fault({ kind: "refuse", method: "POST", path: "comments" });
    assert.equal((await sender.send(place)).sent, false);
    await here.forge.mend();

    const second = await addNameless("bob", "hush");
    assert.deepEqual(
      window.accounts
        .list("issues")
        .map(({ name }) => name)
        .sort(),
      ["Token for specific repositories", "dave"],
    );
    assert.equal(window.services.access.accountAt(thread)?.id, second?.id);
    outbox.start();
    await outbox.run();
    assert.ok(!(await here.forge.texts(1)).includes("as the user of the first token"));
    assert.equal((await drafts.get(place))?.failure?.why, "signedOut");

    assert.equal((await addNameless("alice", "mute"))?.id, first.id);
    await outbox.run();
    assert.ok((await here.forge.texts(1)).includes("as the user of the first token"));
  });

  it("says that no server was found, and that tokens are sent only over HTTPS", async () => {
    await here.forge.fault({ kind: "html", status: 404, path: "" });
    const none = signing("Another Server…", here.forge.base);
    assert.equal(await none.signing.add(), undefined);
    assert.match(none.dialogs.shown[0] ?? "", /^No Forgejo or Gitea server found at /);
    const open = signing("Another Server…", "http://git.example.org");
    assert.equal(await open.signing.add(), undefined);
    assert.match(open.dialogs.shown[0] ?? "", /never sent unencrypted/);
  });

  it("is undone by Sign Out after confirmation", async () => {
    await window.signIn("alice", { at: here.forge.base });
    await signing("alice", false).signing.signOut();
    assert.equal(window.accounts.list("issues").length, 1);
    await signing("alice", true).signing.signOut();
    assert.deepEqual(window.accounts.list("issues"), []);
  });

  it("names the scopes that a read-only token lacks", async () => {
    const { dialogs, signing: asked } = signing("Enter Token…", tokenOf("browse"), "nadia");
    const account = await asked.add(here.forge.base);
    assert.ok(account !== undefined);
    assert.match(dialogs.shown[0] ?? "", /This token can read issues\. It can't write \(write:issue\)/);
    assert.equal(window.services.access.getGrants(account)?.writesIssues, false);
  });

  it("asks which account to use for a repository, and can add another there", async () => {
    const repository = { base: here.forge.base, owner: "alice", name: "secret" };
    await window.signIn("bob", { at: here.forge.base });
    const added = signing("Add Another Account…", "Enter Token…", tokenOf("alice"));
    await added.signing.switchAccount(repository);
    assert.equal(window.services.access.loginAt(repository), "alice");
    assert.equal(window.services.access.loginAt({ ...repository, name: "demo" }), "bob");
    const back = signing("bob");
    await back.signing.switchAccount(repository);
    assert.deepEqual(back.dialogs.asked, ["Select an Account for alice/secret: bob, alice, Add Another Account…"]);
    assert.equal(window.services.access.loginAt(repository), "bob");
  });

  it("asks only for a token after a known server rejected a request", async () => {
    await window.services.repositories.pin({ base: here.forge.base, owner: "alice", name: "demo" });
    const known = signing("Enter Token…", tokenOf("alice"));
    await known.signing.addAt(new URL(here.forge.base).origin);
    const title = `Add Account: Token for ${host()}`;
    assert.deepEqual(known.dialogs.asked, [`${title}: Enter Token…, Create a Token in the Browser…`, title]);
    assert.equal(window.accounts.list("issues").length, 1);
    const unknown = signing();
    await unknown.signing.addAt("https://elsewhere.example");
    assert.match(unknown.dialogs.asked[0] ?? "", /^Add Account: Select a Server/);
  });

  it("offers a new token and Sign Out if the server rejects the old one", async () => {
    await window.signIn("alice", { at: here.forge.base });
    const [account] = window.services.access.accountsAt(here.forge.base);
    assert.ok(account !== undefined);
    const renewed = signing("Enter New Token…", "Enter Token…", tokenOf("alice"));
    await renewed.signing.reportRejected(account);
    assert.match(renewed.dialogs.shown[0] ?? "", /no longer accepts the token of alice\. Public content stays/);
    assert.equal(window.accounts.list("issues").length, 1);
    await signing("Sign Out").signing.reportRejected(account);
    assert.deepEqual(window.accounts.list("issues"), []);
  });
});
