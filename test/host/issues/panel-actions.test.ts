// The actions of a thread's panel: buttons, tasks, reactions, links and images.
import assert from "node:assert/strict";
import { Problem, type ProblemKind } from "../../../src/base/problem.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { until } from "../extension.ts";
import { threadPanels } from "./panel-harness.ts";

describe("The actions of a thread's panel", () => {
  const at = threadPanels();
  const { open, thread } = at;

  it("quotes the text of a review", async () => {
    await at.window.signIn("nadia");
    const { shown, send } = open(4, "almanac", "lantern");
    const { lines } = await shown();
    const review = lines.find((line) => line.kind === "comment" && line.beside !== undefined);
    assert.ok(review?.kind === "comment" && review.can.includes("quote"));
    await send({ type: "act", act: "quote", id: review.id });
    assert.deepEqual(at.done, [`quote ${review.markdown.slice(0, 12)}`]);
  });

  it("runs the actions of a comment's buttons and keys", async () => {
    await at.window.signIn("alice");
    const { shown, send } = open(1);
    const { lines } = await shown();
    const body = (id: string) => {
      const line = lines.find((each) => each.id === id);
      return line?.kind === "comment" ? line.markdown : assert.fail(id);
    };
    for (const act of ["quote", "edit", "delete", "link", "react"] as const)
      await send({ type: "act", act, id: "301" });
    assert.deepEqual(at.done.splice(0), [`quote ${body("301").slice(0, 12)}`, "edit 301", "delete 301", "link 301"]);
    for (const act of ["quote", "edit", "link"] as const) await send({ type: "act", act, id: "description" });
    assert.deepEqual(at.done, [`quote ${body("description").slice(0, 12)}`, "edit issue 1", "link of issue 1"]);
  });

  it("edits the issue in its sidebar, and closes it once the written comment is posted", async () => {
    await at.window.signIn("alice");
    const { shown, send, last } = open(2);
    const { facts, mayEdit } = await shown();
    assert.equal(mayEdit, true);
    assert.deepEqual(facts.flatMap(({ change }) => (change === undefined ? [] : [change.id])).slice(0, 3), [
      "setLabels",
      "setMilestone",
      "assign",
    ]);
    for (const id of ["editIssue", "setLabels", "setMilestone", "assign"] as const) await send({ type: "action", id });
    assert.deepEqual(at.done.splice(0), ["edit issue 2", "labels 2", "milestone 2", "assign 2"]);
    assert.deepEqual(last("write")?.write?.close, { withoutText: "Close Issue", withText: "Close with Comment" });
    await send({ type: "close", text: "" });
    await send({ type: "close", text: "Done with this." });
    assert.deepEqual(at.done.splice(0), ["close 2", "close 2"]);
    assert.ok((await at.forge.texts(2)).includes("Done with this."));
    await at.forge.fault({ kind: "refuse", path: "/comments" });
    await send({ type: "close", text: "Not there." });
    assert.deepEqual(at.done, [], "an issue is not closed without its last words");
  });

  it("closes the issue as its button says, even if someone else closes it while the comment is sent", async () => {
    await at.window.signIn("alice");
    const { shown, send } = open(2);
    await shown();
    await at.forge.fault({ kind: "delay", ms: 300, method: "POST", path: "/comments" });
    const closing = send({ type: "close", text: "Done with this." });
    await at.forge.act("changeIssue", { repo: "alice/demo", issue: 2, by: "dave", closed: true });
    await at.services.threads.read(thread(2));
    await closing;
    assert.deepEqual(at.done, ["close 2"]);
  });

  it("offers no changes to an issue to those without permission", async () => {
    await at.window.signIn("bob");
    const { shown, last } = open(2);
    const { facts, mayEdit } = await shown();
    assert.deepEqual([mayEdit, facts.some(({ change }) => change !== undefined)], [false, false]);
    assert.equal(last("write")?.write?.close, undefined);
  });

  describe("with tasks", () => {
    const TASKS = "Do:\n\n- [ ] one\n- [ ] two";
    const commentWithTasks = async () => {
      await at.window.signIn("alice");
      await at.forge.act("addComment", { repo: "alice/other", issue: 1, by: "alice", body: TASKS });
      const panel = open(1, "other");
      const { lines } = await panel.shown();
      const id = lines.find((line) => line.kind === "comment" && line.markdown === TASKS)?.id ?? assert.fail();
      const text = () => {
        const line = panel.lines().find((each) => each.id === id);
        return line?.kind === "comment" ? line.markdown : undefined;
      };
      const asked = async () => (await at.forge.asked()).filter((each) => /^(PATCH|POST) /.test(each)).length;
      return { ...panel, id, text, asked };
    };

    it("checks each with one write, based on the latest text, and shows it", async () => {
      const { asked, id, send, text } = await commentWithTasks();
      const before = await asked();
      await Promise.all([2, 3].map((line) => send({ type: "tick", id, line, done: true })));
      assert.equal((await at.forge.texts(1, "alice/other")).at(-1), "Do:\n\n- [x] one\n- [x] two");
      assert.equal((await asked()) - before, 2);
      await until("the panel shows it", () => text() === "Do:\n\n- [x] one\n- [x] two");
      assert.deepEqual(await at.services.writing.drafts.ofThread(thread(1, "other")), []);
    });

    it("overwrites nothing that someone else changed, and shows the current text", async () => {
      const { id, send, text } = await commentWithTasks();
      await at.forge.act("editComment", { id: Number(id), body: `${TASKS}\n- [ ] three` });
      await send({ type: "tick", id, line: 2, done: true });
      assert.equal((await at.forge.texts(1, "alice/other")).at(-1), `${TASKS}\n- [ ] three`);
      assert.match(at.dialogs.shown.join(), /The task was not changed\. Someone changed this comment/);
      await until("the panel shows it", () => text() === `${TASKS}\n- [ ] three`);
      await send({ type: "tick", id, line: 4, done: true });
      assert.equal((await at.forge.texts(1, "alice/other")).at(-1), `${TASKS}\n- [x] three`);
    });

    it("keeps what the user types into the text while the change of a task is rejected", async () => {
      const { id, send } = await commentWithTasks();
      const place = places.comment(thread(1, "other"), BigInt(id));
      const { drafts } = at.services.writing;
      await at.forge.act("editComment", { id: Number(id), body: `${TASKS}\n- [ ] three` });
      await at.forge.fault({ kind: "delay", ms: 300, method: "GET", path: `/comments/${id}$` });
      const ticking = send({ type: "tick", id, line: 2, done: true });
      await until("it is compared", async () =>
        (await at.forge.asked()).some((line) => line.endsWith(`/comments/${id}`)),
      );
      await drafts.save(place, `${TASKS}\n\nA paragraph`);
      await ticking;
      assert.match(at.dialogs.shown.join(), /The task was not changed\./);
      assert.equal((await drafts.get(place))?.text, `${TASKS}\n\nA paragraph`);
    });

    it("doesn't change a text that has unsent changes", async () => {
      const { id, send } = await commentWithTasks();
      const place = places.comment(thread(1, "other"), BigInt(id));
      const { drafts } = at.services.writing;
      await drafts.begin(place, { opened: { title: undefined, body: TASKS, version: undefined } });
      await drafts.save(place, `${TASKS} and more`);
      await send({ type: "tick", id, line: 2, done: true });
      assert.equal((await at.forge.texts(1, "alice/other")).at(-1), TASKS);
      assert.match(at.dialogs.shown.join(), /unsent changes to this text/);
      assert.equal((await drafts.get(place))?.text, `${TASKS} and more`);
    });
  });

  it("shows reactions to visible comments, and adds and removes the user's own", async () => {
    await at.window.signIn("bob");
    const { shown, send, sent } = open(1);
    await shown();
    const reactionsOf = (of: string) => sent.findLast((message) => message.type === "reactions" && message.of === of);
    await send({ type: "visible", ids: ["301", "302"] });
    await until("they arrive", () => reactionsOf("302") !== undefined);
    assert.deepEqual(reactionsOf("302"), {
      type: "reactions",
      of: "302",
      reactions: [{ id: "rocket", own: false, people: ["carol"] }],
    });
    await send({ type: "react", id: "302", reaction: "rocket", on: true });
    await send({ type: "react", id: "description", reaction: "heart", on: true });
    const own = (id: string, people: readonly string[]) => ({ id, own: true, people });
    const reactions = (of: string) => {
      const message = reactionsOf(of);
      return message?.type === "reactions" ? message.reactions : undefined;
    };
    assert.deepEqual(reactions("302"), [own("rocket", ["carol"])]);
    assert.deepEqual(reactions("description"), [own("heart", [])]);
    await send({ type: "react", id: "description", reaction: "heart", on: false });
    assert.deepEqual(reactions("description"), []);
  });

  it("marks the reactions of the account that is used now, not of the previous one", async () => {
    await at.window.signIn("bob");
    await at.window.signIn("carol");
    const { shown, send, sent } = open(1);
    await shown();
    await send({ type: "visible", ids: ["302"] });
    const isOwn = () => {
      const message = sent.findLast((each) => each.type === "reactions" && each.of === "302");
      return message?.type === "reactions" ? message.reactions[0]?.own : undefined;
    };
    await until("they arrive", () => isOwn() === false);
    const { access } = at.services;
    const carol = access.accountsAt(at.forge.base).find(({ id }) => id === "carol") ?? assert.fail();
    await access.choose(at.thread(1), carol);
    await until("carol's reaction is marked", () => isOwn() === true);
  });

  it("opens a linked thread at its comment, and other links in the browser", async () => {
    const { shown, send } = open(1);
    await shown();
    await send({ type: "follow", href: `${at.forge.base}/alice/other/issues/1#issuecomment-335` });
    await send({ type: "follow", href: `${at.forge.base}/alice/demo/pulls/5` });
    assert.deepEqual(at.done, ["show alice/other#1 335", "show alice/demo#5 "]);
    await send({ type: "follow", href: `${at.forge.base}/alice/demo` });
    assert.deepEqual(at.dialogs.opened, [`${at.forge.base}/alice/demo`]);
  });

  it("says where an image of the server redirects to, and loads it only if the user agrees", async () => {
    const { shown, send, sent } = open(1);
    await shown();
    const elsewhere = at.forge.base.replace("127.0.0.1", "localhost");
    await at.forge.fault({
      kind: "redirect",
      path: "^/attachments/",
      location: `${elsewhere}/assets/img/avatar_default.png`,
    });
    const url = `${at.forge.base}/attachments/1`;
    const state = () => sent.flatMap((message) => (message.type === "image" ? [message.state] : [])).at(-1);
    const asked = async () => (await at.forge.asked()).filter((line) => line.includes("avatar_default")).length;
    const other = { kind: "elsewhere", host: new URL(elsewhere).host } as const;
    for (let again = 0; again < 2; again += 1) {
      await send({ type: "image", url, agreed: false, always: false });
      assert.deepEqual([state(), await asked()], [other, 0], "a page that is drawn again has not agreed");
    }
    await send({ type: "image", url, agreed: true, always: false });
    assert.deepEqual([state()?.kind, await asked()], ["shown", 1]);
    await send({ type: "image", url, agreed: false, always: false });
    assert.deepEqual(state(), other);
    await send({ type: "image", url, agreed: true, always: true });
    await send({ type: "image", url, agreed: false, always: false });
    assert.deepEqual([state()?.kind, await asked()], ["shown", 3]);
  });

  it("can stop always loading the images of a host", async () => {
    const { shown, send, last } = open(1);
    await shown();
    await send({ type: "action", id: "manageImageHosts" });
    assert.deepEqual(at.dialogs.shown, ["Images from other hosts load only if you allow it."]);
    for (const host of ["one.example", "two.example:8080", "three.example"]) {
      await at.services.images.allow(`https://${host}/a.png`);
    }
    assert.deepEqual(last("hosts")?.hosts, ["one.example", "two.example:8080", "three.example"]);
    const answered = new ScriptedDialogs(undefined, "one.example, three.example", "");
    const other = open(2, "demo", "alice", { answers: answered });
    const manage = () => other.send({ type: "action", id: "manageImageHosts" });
    await manage();
    assert.equal(at.services.images.hosts().length, 3, "the dialog was dismissed");
    await manage();
    assert.deepEqual(last("hosts")?.hosts, ["one.example", "three.example"], "an open panel knows at once");
    await manage();
    assert.deepEqual(at.services.images.hosts(), []);
    assert.deepEqual(answered.asked.slice(1), [
      "Always Load Images from These Hosts: [one.example], [two.example:8080], [three.example]",
      "Always Load Images from These Hosts: [one.example], [three.example]",
    ]);
  });

  describe("that fail", () => {
    const failing = async (kind: ProblemKind, ...answers: readonly string[]) => {
      const answered = new ScriptedDialogs(...answers);
      let tried = 0;
      const setLabels = async () => {
        tried += 1;
        if (tried === 1) await Promise.reject(new Problem(kind, { origin: at.forge.base, signedIn: true }));
      };
      await at.window.signIn("alice");
      const panel = open(2, "demo", "alice", { answers: answered, issues: { setLabels } });
      await panel.shown();
      await panel.send({ type: "action", id: "setLabels" });
      return { shown: answered.shown, tried: () => tried };
    };

    it("say why, and can be retried", async () => {
      const { shown, tried } = await failing("timeout", "Retry");
      assert.match(shown.join(), /did not respond in time\. Try again in a moment\. \[Retry\]$/);
      await until("it was retried", () => tried() === 2);
    });

    it("offer to sign in if the server requires another token", async () => {
      const { shown } = await failing("unauthorized", "Sign In…");
      assert.match(shown.join(), /requires a valid token\. Sign in to continue\. \[Sign In…\]$/);
      await until("the user is asked", () => at.done.includes(`sign in at ${at.forge.base}`));
    });

    it("show nothing if the user canceled them", async () => {
      const { shown } = await failing("canceled");
      assert.deepEqual(shown, []);
    });

    it("say that a reaction was not added, and add it with Retry", async () => {
      await at.window.signIn("bob");
      const answered = new ScriptedDialogs("Retry");
      const { shown, send, sent } = open(1, "demo", "alice", { answers: answered });
      await shown();
      await at.forge.fault({ kind: "refuse", method: "POST", path: "reactions", times: 1 });
      await send({ type: "react", id: "301", reaction: "heart", on: true });
      assert.match(answered.shown.join(), /^Could not add the reaction\. Could not reach .* \[Retry\]/);
      const isOwn = () =>
        sent.some(
          (message) =>
            message.type === "reactions" &&
            message.of === "301" &&
            message.reactions.some(({ id, own }) => id === "heart" && own),
        );
      await until("the reaction is there", isOwn);
    });
  });
});
