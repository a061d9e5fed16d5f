// The questions that commands ask if they are run without a subject, and how each handles invalid input.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { FilterPicker } from "../../../src/issues/lists/filter-picker.ts";
import type { Dialect } from "../../../src/issues/api/forge.ts";
import { forgejo } from "../../../src/issues/api/forgejo.ts";
import { gitea } from "../../../src/issues/api/gitea.ts";
import { RepositoryPicker } from "../../../src/issues/pickers/repository-picker.ts";
import { SubjectPicker as Asking } from "../../../src/issues/pickers/subject-picker.ts";
import { readContext } from "../../../src/issues/parts/comment-context.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { withIcon } from "../../../src/workbench/text/label.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { sharedParts } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";

describe("The questions of an issue command", () => {
  const here = forgeTests();
  let window: ReturnType<Machine["open"]>;
  let shared: Shared;

  before(async () => {
    shared = await sharedParts();
  });
  beforeEach(async () => {
    window = here.home.open(here.forge.base, { remotes: ["https://git.example.org/lantern/almanac.git"] });
    await window.signIn("alice");
  });

  const asking = (...answers: readonly (string | boolean | undefined)[]) => {
    const dialogs = new ScriptedDialogs(...answers);
    const repositories = new RepositoryPicker({ ...shared, dialogs }, window.services, async () => {
      await window.signIn("alice");
      return window.services.access.accountAt(here.forge.base);
    });
    return { dialogs, asking: new Asking({ ...shared, dialogs }, window.services), repositories };
  };
  const demo = () => ({ base: here.forge.base, owner: "alice", name: "demo" });

  it("offer the remotes of the folder for a repository, and accept a typed one", async () => {
    const { dialogs: idle, repositories: nothing } = asking("");
    assert.equal(await nothing.add(), undefined);
    assert.equal(idle.shown[0], "lantern/almanac", "the remote of the folder");
    assert.ok(idle.shown.includes("alice/demo"), "one's own");
    const { repositories: asked } = asking("Alice/Demo");
    assert.deepEqual(await asked.add(), demo());
    assert.deepEqual(
      (await window.services.repositories.list()).map(({ address }) => address),
      [demo()],
    );
    assert.equal(window.services.repositories.getId(demo()), 1n);
  });

  it("offer every label to filter a list by, even without an account and with small pages", async () => {
    const query = window.services.lists.listQueries(demo()).queries[0] ?? assert.fail();
    const offered = async (): Promise<string | undefined> => {
      const dialogs = new ScriptedDialogs("Label…", "prio/low");
      const filters = new FilterPicker({ ...shared, dialogs }, window.services);
      assert.ok(await filters.filter({ address: demo(), query }));
      assert.deepEqual(window.services.lists.choices.getFilter(demo(), query.id).labels, ["prio/low"]);
      return dialogs.asked[1];
    };
    await here.forge.act("setPageCap", { cap: 2 });
    assert.equal(await offered(), "Select a Label: bug, feature, prio/high, prio/low");
    await window.signOut();
    await here.forge.fault({ kind: "status", status: 401, path: "/assignees|/orgs/" });
    assert.equal(await offered(), "Select a Label: bug, feature, prio/high, prio/low");
  });

  it("accept the URL of any page of a repository, even on an unknown server", async () => {
    const elsewhere = here.home.open("https://codeberg.org");
    const dialogs = new ScriptedDialogs(`${here.forge.base}/alice/demo/issues/1`);
    const noAccount = () => Promise.resolve(undefined);
    const picker = new RepositoryPicker({ ...shared, dialogs }, elsewhere.services, noAccount);
    assert.deepEqual(await picker.add(), demo());
  });

  it("find repositories by part of their names, and say if there are none or a server fails", async () => {
    const letters = asking("exttr");
    assert.equal((await letters.repositories.add())?.name, "exttracker");
    assert.deepEqual(letters.dialogs.shown, ["alice/exttracker"]);
    const none = asking("nothing-is-called-so");
    assert.equal(await none.repositories.add(), undefined);
    assert.deepEqual(none.dialogs.shown, ["No repository with this name"]);
    await here.forge.fault({ kind: "status", status: 404, path: "search" });
    const silent = asking("exttr");
    assert.equal(await silent.repositories.add(), undefined);
    assert.deepEqual(silent.dialogs.shown, [new URL(here.forge.base).host]);
  });

  it("use the account that can see a repository if the first can't", async () => {
    await window.signOut();
    await window.signIn("bob");
    await window.signIn("alice");
    const { repositories: asked } = asking("alice/secret");
    const secret = await asked.add();
    assert.ok(secret !== undefined);
    assert.deepEqual(
      [window.services.access.loginAt(secret), window.services.access.loginAt(demo())],
      ["alice", "bob"],
    );
  });

  it("name a second factor as a possible reason on Gitea, which hides all repositories without it", async () => {
    const faultAt = async (dialect: Dialect): Promise<string> => {
      const dialogs = new ScriptedDialogs("alice/demmo");
      const services = { ...window.services, servers: { dialectAt: () => dialect } };
      await new RepositoryPicker({ ...shared, dialogs }, services, () => Promise.resolve(undefined)).add();
      return dialogs.shown.find((each) => each.startsWith("$(error)")) ?? "";
    };
    assert.match(await faultAt(gitea), /: Not found on .* If the server requires two-factor authentication, set it up/);
    assert.doesNotMatch(await faultAt(forgejo), /two-factor/);
  });

  it("say below the input why a repository can't be added, and accept the next one", async () => {
    const wrong = asking("alice/demmo", "alice/demo");
    assert.deepEqual(await wrong.repositories.add(), demo());
    const { host } = new URL(here.forge.base);
    assert.match(wrong.dialogs.shown.find((each) => each.startsWith("$(error)")) ?? "", /: Not found on /);
    assert.ok(wrong.dialogs.shown.some((each) => each.endsWith(`Use Another Account on ${host}…`)));
    assert.equal(wrong.dialogs.asked.length, 1, "it was asked once");
  });

  it("report a URL without a server or a server that can't be reached, and keep the quick pick open", async () => {
    const dead = asking("http://127.0.0.1:9/alice/demo", "alice/demo");
    assert.deepEqual(await dead.repositories.add(), demo());
    assert.ok(dead.dialogs.shown.some((each) => /Server not found: Could not reach 127\.0\.0\.1:9\./.test(each)));
    const website = createServer((_request, response) => response.writeHead(404).end("Nothing here"));
    await new Promise<void>((resolve) => void website.listen(0, "127.0.0.1", resolve));
    const address = website.address();
    assert.ok(typeof address === "object" && address !== null);
    const { dialogs, repositories } = asking(`http://127.0.0.1:${address.port}/alice/demo`);
    try {
      assert.equal(await repositories.add(), undefined);
    } finally {
      website.close();
    }
    assert.match(
      dialogs.shown.join("\n"),
      /No Forgejo or Gitea server found at .* Check the URL, including any path\./,
    );
  });

  it("offer to sign in for a private repository, and continue with the typed text", async () => {
    await window.signOut();
    const { host } = new URL(here.forge.base);
    const signIn = String(withIcon("account", `Sign In to ${host}…`));
    const { dialogs, repositories } = asking("alice/secret", signIn, "alice/secret");
    assert.equal((await repositories.add())?.name, "secret");
    assert.equal(dialogs.asked.length, 2);
  });

  it("accept an issue by number, full name or URL", async () => {
    const nothing = asking("#7");
    assert.equal(await nothing.asking.thread(), undefined);
    assert.deepEqual(await asking("alice/demo#7").asking.thread(), { ...demo(), number: 7n });
    assert.deepEqual(await asking(`${here.forge.base}/alice/demo/pulls/5#issuecomment-1`).asking.thread(), {
      ...demo(),
      number: 5n,
      comment: 1n,
    });
    await window.services.repositoryNames.add(demo());
    assert.deepEqual(await asking(" 7 ").asking.thread(), { ...demo(), number: 7n });
    const elsewhere = { ...demo(), base: "https://git.example.org" };
    await window.services.repositories.pin(elsewhere);
    const twice = asking("Alice/Demo#8");
    await twice.asking.thread();
    assert.deepEqual(twice.dialogs.shown, ["$(lock) #8 Locked issue", "#8"]);
    const exact = asking(`${here.forge.base}/alice/demo/issues/7`);
    assert.deepEqual(await exact.asking.thread(), { ...demo(), number: 7n });
  });

  it("offer a number in every repository of the view, but first where its issue is in a list", async () => {
    const { lists, repositories } = window.services;
    const other = { ...demo(), name: "other" };
    for (const each of [demo(), other]) await repositories.pin(each);
    await lists.read(other, { state: "open" });
    const several = asking("#1");
    assert.deepEqual(await several.asking.thread(), { ...other, number: 1n });
    assert.equal(several.dialogs.shown.length, 2);
    assert.equal(several.dialogs.shown[0], "$(issues) #1 x");
    assert.match(several.dialogs.shown[1] ?? "", /^\$\(issues\) #1 ./);
  });

  it("find an open or closed issue by words of its title, first among the loaded ones", async () => {
    const { changes, lists, repositories } = window.services;
    for (const name of ["other", "demo"]) await repositories.pin({ ...demo(), name });
    const filler = { ...demo(), number: 60n };
    const server = asking("Filler issue 50");
    assert.deepEqual(await server.asking.thread(), filler);
    assert.equal(server.dialogs.shown[0], "$(issues) #60 Filler issue 50");
    await changes.setClosed(filler, true);
    const closed = asking("Filler issue 50");
    assert.deepEqual(await closed.asking.thread(), filler);
    assert.equal(closed.dialogs.shown[0], "$(issue-closed) #60 Filler issue 50");
    await lists.read(demo(), { state: "closed" });
    await here.forge.fault({ kind: "status", status: 500, path: "/other/issues" });
    const loaded = asking("50 filler");
    assert.deepEqual(await loaded.asking.thread(), filler);
    assert.equal(loaded.dialogs.shown[0], "$(issue-closed) #60 Filler issue 50");
    assert.equal(loaded.dialogs.shown.at(-1), "$(warning) alice/other was not searched");
    await here.forge.mend();
    const none = asking("no such words");
    assert.equal(await none.asking.thread(), undefined);
    assert.deepEqual(none.dialogs.shown, ["No issue found"]);
  });

  it("offer the issues that were opened last before anything is typed", async () => {
    const { recentThreads, repositories } = window.services;
    await repositories.pin(demo());
    for (const number of [3n, 60n, 3n]) await recentThreads.add({ ...demo(), number });
    const again = asking("");
    assert.deepEqual(await again.asking.thread("Set Labels"), { ...demo(), number: 3n });
    assert.deepEqual(again.dialogs.asked, ["Set Labels: Select an Issue"]);
    assert.deepEqual(again.dialogs.shown, ["$(issues) #3 Dependency target", "$(issues) #60 Filler issue 50"]);
  });

  it("ask once which server a remote's host belongs to, and remember the answer", async () => {
    const remotes = ["work-forge:alice/demo.git", "other-host:alice/demo.git"];
    const other = here.home.open(here.forge.base, { remotes });
    const [stranger, second] = await other.services.repositories.findUnknownRemotes();
    assert.ok(stranger !== undefined && second !== undefined);
    const known = new ScriptedDialogs(new URL(here.forge.base).host);
    await new Asking({ ...shared, dialogs: known }, other.services).chooseServer(stranger);
    assert.match(known.asked[0] ?? "", /^Select the Server for work-forge · alice\/demo/);
    assert.doesNotMatch(known.asked[0] ?? "", /, work-forge/, "an alias is no address");
    assert.deepEqual(
      (await other.services.repositories.list()).map(({ address }) => address),
      [demo()],
    );
    const none = new ScriptedDialogs("Neither Forgejo nor Gitea");
    await new Asking({ ...shared, dialogs: none }, other.services).chooseServer(second);
    assert.deepEqual(await other.services.repositories.findUnknownRemotes(), []);
  });

  it("keep the URL of a server that can't be found, and say why below it", async () => {
    const other = here.home.open(here.forge.base, {
      remotes: ["https://127.0.0.1:9/alice/demo.git", "alias:alice/demo.git"],
    });
    const [stranger] = await other.services.repositories.findUnknownRemotes();
    assert.ok(stranger !== undefined);
    const dialogs = new ScriptedDialogs("127.0.0.1:9", "not a URL", here.forge.base);
    await new Asking({ ...shared, dialogs }, other.services).chooseServer(stranger);
    assert.match(dialogs.asked[0] ?? "", /^Select the Server for 127\.0\.0\.1:9/);
    assert.equal(dialogs.asked[1], "Server URL");
    assert.match(dialogs.shown[0] ?? "", /^Could not reach 127\.0\.0\.1:9\./);
    assert.equal(dialogs.shown[1], "Enter a valid URL");
    assert.ok(!(await other.services.repositories.findUnknownRemotes()).some(({ host }) => host === stranger.host));
  });

  it("find the server of an SSH-only host from the server's own clone URLs", async () => {
    await here.forge.act("setRootUrl", { url: "https://ssh.elsewhere.example" });
    const ssh =
      (await window.services.repositoryNames.read(demo()))?.cloneUrls.find((url) => url.includes("git@")) ?? "";
    assert.match(ssh, /ssh\.elsewhere\.example/);
    const other = here.home.open(here.forge.base, { remotes: [ssh, "elsewhere:a/b"] });
    await other.services.discovery.recognizeRemotes();
    assert.deepEqual(
      (await other.services.repositories.findUnknownRemotes()).map(({ host }) => host),
      ["elsewhere"],
    );
  });

  it("offer the latest comments first, and to edit only those the user may edit", async () => {
    await window.services.repositoryNames.add(demo());
    const all = asking("#2", "carol");
    assert.equal((await all.asking.comment("Edit Comment", () => true))?.comment.id, 300n);
    await window.signOut();
    await window.signIn("bob");
    window.services.repositoryNames.forgetAt(here.forge.base);
    const own = asking("#1", "bob");
    assert.equal(
      (
        await own.asking.comment("Edit Comment", (thread, each) =>
          window.services.access.offers("editComment", thread, { comment: each }),
        )
      )?.comment.author?.login,
      "bob",
    );
    const none = asking("#3");
    assert.equal(
      await none.asking.comment("Edit Comment", (thread, each) =>
        window.services.access.offers("editComment", thread, { comment: each }),
      ),
      undefined,
    );
    assert.equal(none.dialogs.shown.at(-1), "You can't edit or delete any comment on #3.");
  });

  it("use the focused thread without asking for an issue, and offer its description for quoting", async () => {
    await window.services.repositoryNames.add(demo());
    const front = { ...demo(), number: 1n };
    await window.services.threads.read(front);
    const { comments = [], issue } = window.services.threads.at(front).thread ?? assert.fail();
    const newest = asking(comments.at(-1)?.author?.login);
    const before = (await here.forge.asked()).length;
    assert.equal((await newest.asking.comment("Edit Comment", () => true, front))?.comment.id, comments.at(-1)?.id);
    const quoted = asking(undefined);
    await quoted.asking.text("Quote in Reply", front);
    const names = [issue, ...comments].toReversed().map(({ author }) => author?.login);
    assert.deepEqual(quoted.dialogs.asked, [`Select a Comment on #1 ${issue.title}: ${names.join(", ")}`]);
    assert.equal((await here.forge.asked()).length, before);
  });

  it("accept only the place of a comment from the panel's menu", () => {
    const thread = { ...demo(), number: "1" };
    const place = {
      webviewSection: "comment",
      thread,
      comment: "301",
      pull: false,
      preventDefaultContextMenuItems: true,
    };
    assert.deepEqual(readContext(place), {
      webviewSection: "comment",
      thread: { ...demo(), number: 1n },
      comment: 301n,
      pull: false,
    });
    assert.equal(readContext({ ...place, comment: undefined })?.comment, undefined);
    for (const wrong of [undefined, {}, { ...place, comment: "x" }, { ...place, thread: { ...thread, base: "x" } }]) {
      assert.equal(readContext(wrong), undefined);
    }
  });
});
