// Creating pull requests from the branch of a clone, which is pushed through VS Code's own Git extension.
import assert from "node:assert/strict";
import { commands, Uri, window, workspace } from "vscode";
import type { Documents } from "../../../src/issues/editing/documents.ts";
import { Checkout } from "../../../src/issues/pulls/checkout/checkout.ts";
import { PullCreation } from "../../../src/issues/pulls/checkout/create-pull.ts";
import type { Place } from "../../../src/issues/writing/drafts/place.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine, type Machine } from "../../unit/issues/machine.ts";
import { sharedParts, until } from "../extension.ts";
import { commonParts, openDocuments, openDraftCommands } from "./draft-harness.ts";
import { forgeTests } from "./forge-tests.ts";
import { pullClone } from "./pull-clone.ts";

const ALMANAC = { owner: "lantern", name: "almanac" };

describe("Creating a pull request", () => {
  const at = forgeTests();
  const clone = pullClone("create-clone", at);
  const { findClone, folder, here, refreshed, startGit, there, write } = clone;
  let home: Machine;
  let opened: ReturnType<Machine["open"]>;
  let documents: Documents;

  beforeEach(async () => {
    // Uses the folder of the running extension, which owns the documents.
    home = await machine((await sharedParts()).folder);
    opened = home.open(at.forge.base);
    await opened.signIn("nadia");
    documents = openDocuments(opened);
  });
  afterEach(async () => {
    documents.dispose();
    await commands.executeCommand("workbench.action.closeAllEditors");
    const { drafts } = opened.services.writing;
    for (const { place } of await drafts.list()) await drafts.remove(place);
    for (const branch of (await there("branch", "--format", "%(refname:short)")).split("\n")) {
      if (branch !== "main" && branch !== "all-constituents") await there("branch", "-D", branch);
    }
    await home.close();
  });

  const address = (name = ALMANAC) => ({ base: at.forge.base, ...name });
  const create = (dialogs: ScriptedDialogs) => {
    const { services, memento } = opened;
    const common = commonParts(opened, dialogs);
    const checkout = new Checkout({ ...common, services, state: memento, startGit });
    const creation = new PullCreation({ ...common, services, documents, checkout, startGit });
    const draftCommands = openDraftCommands(opened, documents, dialogs, (place) => creation.pushFirst(place));
    const { sender } = services.writing;
    return { checkout, creation, draftCommands, sender };
  };
  /** Starts a branch with these commits, and tells the sandbox of it once it is pushed. */
  const start = async (branch: string, ...messages: readonly string[]) => {
    await here("checkout", "--quiet", "-b", branch);
    for (const message of messages) {
      await write(`const tide = ${JSON.stringify(message)};\n`);
      await here("commit", "--quiet", "--all", "--message", message);
    }
    await refreshed();
  };
  const learn = (branch: string, repo = "lantern/almanac") => at.forge.act("addBranch", { repo, branch });
  const begin = async (...answers: readonly (string | undefined)[]) => {
    const dialogs = new ScriptedDialogs(...answers);
    await create(dialogs).creation.begin();
    return dialogs;
  };
  const onlyDraft = async (): Promise<Place> => {
    const [draft, ...others] = await opened.services.writing.drafts.list();
    assert.deepEqual(others, []);
    return draft?.place ?? assert.fail("there is no draft");
  };
  const send = async (...answers: readonly (string | boolean | undefined)[]) => {
    const dialogs = new ScriptedDialogs(...answers);
    const { checkout, creation, draftCommands, sender } = create(dialogs);
    const remembered: Promise<void>[] = [];
    const listening = sender.onDidSettle((settled) => remembered.push(creation.remember(settled)));
    const outcome = await draftCommands.send(await onlyDraft());
    await Promise.all(remembered);
    listening.dispose();
    draftCommands.dispose();
    return { checkout, dialogs, outcome };
  };
  const head = (text: string) => text.split("\n").slice(1, 4);
  const shownText = () => window.activeTextEditor?.document.getText() ?? "";
  const posts = async () => (await at.forge.asked()).filter((line) => line.startsWith("POST"));

  it("asks for the branch to merge into, and begins with the only commit and the template", async () => {
    await start("night-lamp", "Light the lamp\n\nAt night only.");
    const template = Uri.joinPath(folder, ".gitea", "PULL_REQUEST_TEMPLATE.md");
    await workspace.fs.writeFile(template, Buffer.from("## How to test\n"));
    try {
      const dialogs = await begin("main", "Ready for Review");
      assert.deepEqual(dialogs.asked, [
        "Merge night-lamp Into: main, all-constituents, graphemes",
        "New Pull Request in lantern/almanac: Ready for Review, Draft",
      ]);
      assert.equal(
        shownText(),
        "---\ntitle: Light the lamp\nfrom: night-lamp\ninto: main\nlabels: \nmilestone: \nassignees: \n---\n\nAt night only.\n\n## How to test\n\n",
      );
    } finally {
      await workspace.fs.delete(Uri.joinPath(folder, ".gitea"), { recursive: true, useTrash: false });
    }
  });

  it("begins with the name of the branch if it has several commits, and with the prefix of a draft", async () => {
    await start("fix/night-lamp", "One", "Two");
    await begin("main", "Draft");
    assert.deepEqual(head(shownText()), ["title: WIP: Fix/night lamp", "from: fix/night-lamp", "into: main"]);
  });

  it("pushes a new branch after asking, creates the pull request, and knows it as that of the branch", async () => {
    await start("night-lamp", "Light the lamp");
    await begin("main", "Ready for Review");
    await learn("night-lamp");
    const { checkout, dialogs, outcome } = await send(true);
    assert.deepEqual(dialogs.asked, ["Push night-lamp to lantern/almanac?"]);
    assert.ok(outcome?.sent);
    assert.deepEqual(dialogs.shown, [`Created !${outcome.thread.number}.`]);
    assert.equal(await there("rev-parse", "night-lamp"), await here("rev-parse", "HEAD"));
    assert.equal(await here("rev-parse", "--abbrev-ref", "@{upstream}"), "origin/night-lamp");
    await refreshed();
    const found = checkout.find(await findClone());
    assert.deepEqual([found?.pull, found?.title], [outcome.thread, "Light the lamp"]);
    assert.deepEqual(await opened.services.writing.drafts.list(), []);
  });

  it("sends nothing if the user doesn't want to push", async () => {
    await start("night-lamp", "Light the lamp");
    await begin("main", "Ready for Review");
    const { dialogs, outcome } = await send(false);
    assert.deepEqual([outcome, dialogs.shown, await posts()], [undefined, [], []]);
    await assert.rejects(there("rev-parse", "--verify", "--quiet", "night-lamp"));
    await onlyDraft();
  });

  it("offers to push newer commits, or to create it without them", async () => {
    await start("night-lamp", "Light the lamp");
    await here("push", "--quiet", "--set-upstream", "origin", "night-lamp");
    const pushed = await here("rev-parse", "HEAD");
    await write("const tide = 9;\n");
    await here("commit", "--quiet", "--all", "--message", "Dim it");
    await refreshed();
    await begin("main", "Ready for Review");
    await learn("night-lamp");
    const { dialogs, outcome } = await send("Create Without Pushing");
    assert.deepEqual(dialogs.asked, [
      "1 commit of night-lamp is not pushed: Push, Then Create Pull Request, Create Without Pushing",
    ]);
    assert.ok(outcome?.sent);
    assert.equal(await there("rev-parse", "night-lamp"), pushed);
  });

  it("says what Git says if the branch can't be pushed, and sends nothing", async () => {
    await start("night-lamp", "Light the lamp");
    await begin("main", "Ready for Review");
    await there("update-ref", "refs/heads/night-lamp/taken", "main");
    const { dialogs, outcome } = await send(true);
    assert.equal(outcome, undefined);
    assert.match(dialogs.shown.join(), /^Not pushed, so nothing was created\. ./);
    assert.deepEqual(await posts(), []);
    await there("update-ref", "-d", "refs/heads/night-lamp/taken");
  });

  it("opens the pull request that the branches already have", async () => {
    await here("fetch", "--quiet", "origin");
    await here("checkout", "--quiet", "all-constituents");
    await refreshed();
    await begin("main", "Ready for Review");
    const { dialogs } = await send();
    assert.deepEqual(dialogs.shown, [
      "Not sent. lantern/almanac already has a pull request for these branches: !4. Your draft is kept. [Open !4]",
    ]);
    assert.equal((await posts()).length, 1);
  });

  it("merges from a fork into the repository that it comes from", async () => {
    await at.forge.act("addFork", { repo: "lantern/almanac", by: "yuki" });
    await learn("night-lamp", "yuki/almanac");
    await opened.signOut();
    await opened.signIn("yuki");
    await here("remote", "set-url", "origin", `${at.forge.base}/yuki/almanac.git`);
    try {
      await start("night-lamp", "Light the lamp");
      await refreshed();
      const dialogs = await begin("lantern/almanac", "main", "Ready for Review");
      assert.equal(dialogs.asked[0], "Merge Into: lantern/almanac, yuki/almanac");
      assert.deepEqual(head(shownText()).slice(1), ["from: yuki:night-lamp", "into: main"]);
      assert.deepEqual((await onlyDraft()).repository, address());
    } finally {
      await here("remote", "set-url", "origin", `${at.forge.base}/lantern/almanac.git`);
      await refreshed();
    }
  });

  it("continues a draft that was started, with what was typed", async () => {
    await start("night-lamp", "Light the lamp");
    await begin("main", "Ready for Review");
    const place = await onlyDraft();
    await commands.executeCommand("workbench.action.closeAllEditors");
    const { drafts } = opened.services.writing;
    await drafts.save(place, "---\ntitle: Half a lam\nfrom: night-lamp\ninto: main\n---\n");
    const dialogs = await begin("Continue “Half a lam”");
    assert.deepEqual(dialogs.asked, ["New Pull Request in lantern/almanac: Start a New Draft, Continue “Half a lam”"]);
    assert.deepEqual(await onlyDraft(), place);
    // The extension's own window notices what another one has saved.
    await until("the draft is shown", () => head(shownText())[0] === "title: Half a lam");
  });

  it("says what is missing: a branch, or a clone", async () => {
    await here("checkout", "--quiet", "--detach");
    const repository = await findClone();
    await repository.status();
    assert.deepEqual((await begin()).shown, ["Check out a branch first."]);
    const dialogs = new ScriptedDialogs();
    await create(dialogs).creation.begin({ base: "https://other.example", owner: "a", name: "b" });
    assert.deepEqual(dialogs.shown, ["No open folder is a clone of a/b."]);
  });
});
