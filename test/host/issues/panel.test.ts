// The panel of a thread: how it loads, polls, fails and is restored, and which messages of its page it accepts.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ThreadPanel } from "../../../src/issues/thread-panel/panel.ts";
import type { FromExtension } from "../../../src/panels/thread/messages.ts";
import type { Connection } from "../../../src/workbench/panels/panel-kind.ts";
import { sharedParts, until } from "../extension.ts";
import { silentActs, silentIssueActs, silentPasting, silentPullActs } from "./panel-acts.ts";
import { threadPanels } from "./panel-harness.ts";

describe("The panel of a thread", () => {
  const at = threadPanels();
  const { open, thread } = at;

  it("shows that it is loading before anything arrives", () => {
    const { connection, sent } = open(1);
    connection.ready();
    const [, said] = sent;
    assert.ok(said?.type === "loading");
    assert.deepEqual(
      [said.sentence, said.where.repository.name, said.where.number],
      ["Loading #1 of alice/demo…", "alice/demo", "#1"],
    );
  });

  for (const [what, leave] of [
    ["hidden", (connection) => connection.hidden?.()],
    ["closed", (connection) => connection.dispose()],
  ] as const satisfies readonly [string, (connection: Connection) => void][]) {
    it(`stops checking for news after it was ${what} while it was loading`, async () => {
      const isAsked = async (): Promise<boolean> =>
        (await at.forge.asked()).some((each) => each.endsWith("/1/comments"));
      await at.forge.fault({ kind: "delay", ms: 300, path: "/issues/1/comments" });
      const { connection } = open(1);
      connection.ready();
      await until("the comments are asked for", isAsked);
      assert.ok(at.services.threads.at(thread(1)).reading);
      leave(connection);
      await until("nothing is being read", () => !at.services.threads.at(thread(1)).reading);
      await new Promise(setImmediate);
      assert.equal(at.timers.size, 0);
    });
  }

  it("shows its thread even if no draft can be read", async () => {
    const { connection, last, lines } = open(1);
    await mkdir(join(at.folder, "issues"), { recursive: true });
    await writeFile(join(at.folder, "issues", "journal"), "not a folder");
    connection.ready();
    await until("the thread is shown", () => last("thread")?.thread.rest === undefined && lines().length > 1);
  });

  it("checks for changes while it is visible, and stops when it is closed", async () => {
    const { connection, shown } = open(1);
    await shown();
    await until("it will look again", () => at.timers.size === 1);
    connection.dispose();
    assert.equal(at.timers.size, 0);
  });

  it("keeps its thread cached while it is open, and drops it after other threads were read", async () => {
    const { connection, shown } = open(1);
    await shown();
    for (const number of [2, 3, 4, 5]) await at.services.threads.read(thread(number));
    assert.ok(at.services.threads.at(thread(1)).thread !== undefined);
    connection.dispose();
    for (const number of [2, 3, 4, 5]) await at.services.threads.read(thread(number));
    assert.equal(at.services.threads.at(thread(1)).thread, undefined);
  });

  it("scrolls to the comment that it was opened for once its page is ready, even if its thread is loaded", async () => {
    const sent: FromExtension[] = [];
    let wanted: { readonly comment: bigint; readonly takesFocus: boolean } | undefined;
    const never = () => ({ dispose: () => undefined });
    const panel = new ThreadPanel(
      thread(1),
      { post: (message) => void sent.push(message), setTitle: () => undefined, move: () => true },
      {
        shared: await sharedParts(),
        services: at.services,
        draftCommands: silentActs(() => at.services),
        issues: silentIssueActs,
        pulls: silentPullActs,
        pasting: silentPasting,
        time: { attention: { isHere: () => true, onDidChange: never }, after: never, random: () => 0.5 },
        front: { isInFront: () => true, onDidChange: never },
        takeWanted: () => {
          const comment = wanted;
          wanted = undefined;
          return comment;
        },
        onGone: () => undefined,
      },
    );
    await at.services.threads.read(thread(1));
    wanted = { comment: 301n, takesFocus: true };
    panel.showWanted();
    assert.equal(sent.length, 0, "a hidden panel has no page");
    panel.ready();
    await until("it scrolls there", () => sent.some((message) => message.type === "show" && message.id === "301"));
    panel.dispose();
  });

  it("never receives any part of the token", async () => {
    await at.window.signIn("alice");
    const { shown, sent } = open(1);
    await shown();
    assert.doesNotMatch(JSON.stringify(sent), /616c696365/);
  });

  for (const [what, fault, words] of [
    ["offline", { kind: "refuse" }, /^Offline\. Could not reach .* Showing data from /],
    ["a server that requires a token", { kind: "status", status: 401 }, /^Token required\. /],
    ["a server that fails", { kind: "status", status: 500 }, /^Server error\. /],
  ] as const) {
    it(`shows a banner above the loaded content if there is ${what}`, async () => {
      const { shown, send, banners, lines } = open(1);
      const before = await shown();
      await at.forge.fault({ ...fault, path: "/api/v1" });
      await send({ type: "action", id: "refresh" });
      await until("it says so", () => words.test(banners()[0] ?? ""));
      assert.deepEqual(lines().length, before.lines.length);
    });
  }

  it("removes the banner when the server is back, without polling forever", async () => {
    const { shown, send, banners } = open(1);
    await shown();
    await at.forge.fault({ kind: "refuse", path: "/api/v1" });
    await send({ type: "action", id: "refresh" });
    await until("it says so", () => banners()[0]?.startsWith("Offline. ") === true);
    await at.forge.mend();
    await at.services.repositoryNames.read({ base: at.forge.base, owner: "alice", name: "demo" });
    await until("it is taken away", () => !/Offline/.test(banners().join()));
    const asked = (await at.forge.asked()).length;
    await at.services.repositoryNames.read({ base: at.forge.base, owner: "alice", name: "demo" });
    assert.equal((await at.forge.asked()).length, asked + 1);
  });

  for (const [what, fault, words] of [
    ["doesn't exist", { kind: "status", status: 404 }, /Not found on /],
    ["is a web page", { kind: "html", status: 200 }, /sent a web page instead of data/],
  ] as const) {
    it(`says in place of a thread that it ${what}`, async () => {
      await at.forge.fault({ ...fault, path: "issues/1" });
      const { connection, last } = open(1);
      connection.ready();
      await until("it says so", () => last("failed") !== undefined);
      const failed = last("failed");
      assert.equal(failed?.state.heading, "Could not load #1");
      assert.match(failed.state.sentence, words);
      assert.ok(failed.state.buttons !== undefined && failed.state.buttons.length > 0);
    });
  }

  it("rejects messages that its own page never sends", () => {
    const { connection } = open(1);
    for (const message of [
      { type: "action", id: "rm" },
      { type: "act", act: "edit" },
      { type: "typed", text: 5 },
      { type: "image", url: "x" },
    ]) {
      assert.throws(() => void connection.receive(message), /malformed/);
    }
  });

  it("is restored after a reload only from its own saved state", () => {
    const { panels } = open(1);
    const kept = { base: at.forge.base, owner: "alice", name: "demo", number: "1" };
    assert.deepEqual(panels.kind.decodeSubject(kept), kept);
    for (const wrong of [undefined, {}, { ...kept, number: "x" }, { ...kept, base: "no address" }]) {
      assert.throws(() => panels.kind.decodeSubject(wrong), /malformed/);
    }
  });
});
