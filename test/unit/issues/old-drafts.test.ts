// Drafts and attempts in the files of earlier versions, which kept comments and issues in forms and folders of their own.
import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isUnsent, isWaiting, getText } from "../../../src/issues/writing/draft.ts";
import { places } from "../../../src/issues/writing/place.ts";
import { windowAt } from "./window-of.ts";

const KEPT_AT = Date.parse("2026-08-01T10:00:00Z");
const DAY_MS = 24 * 60 * 60_000;
const KEPT = { keptAt: KEPT_AT, savedAt: KEPT_AT - 1000 };

describe("Drafts of earlier versions", () => {
  const at = windowAt("forgejo");
  const { thread } = at;

  /** Writes a file as it was written then. */
  const write = async (folder: string, name: string, content: unknown): Promise<void> => {
    await mkdir(join(at.here.folder, "issues", folder), { recursive: true });
    await writeFile(join(at.here.folder, "issues", folder, name), JSON.stringify(content, undefined, "  "));
  };
  const commentPlace = (number: number, target: unknown) => ({
    thread: { base: at.forge.base, owner: "alice", name: "demo", number },
    target,
  });
  const issuePlace = (target: unknown) => ({
    repository: { base: at.forge.base, owner: "alice", name: "demo" },
    target,
  });
  const send = async (place: Parameters<typeof at.services.writing.sender.send>[0]) => {
    const outcome = await at.services.writing.sender.send(place);
    return outcome.sent ? "sent" : outcome.why;
  };

  it("of comments are found complete, and can be sent", async () => {
    const { drafts } = at.services.writing;
    const own = at.forge.comments(1).find(({ poster }) => poster === "alice") ?? assert.fail("alice has no comment");
    await write("drafts", "alice-demo-1-0123456789abcdef01234567.json", {
      form: 1,
      place: commentPlace(1, { kind: "new" }),
      text: "as it was saved",
      unsaved: "as it was typed last\n\nwith a second line",
      ...KEPT,
    });
    await write("drafts", "alice-demo-1-1123456789abcdef01234567.json", {
      form: 1,
      place: commentPlace(1, { kind: "comment", id: own.id }),
      text: "a better text",
      ...KEPT,
      opened: own.body,
      author: "alice",
    });
    await write("drafts", "alice-demo-2-2123456789abcdef01234567.json", {
      form: 1,
      place: commentPlace(2, { kind: "deleted", id: 999_999 }),
      text: "what was deleted",
      ...KEPT,
      author: "alice",
      deletedAt: KEPT_AT,
    });
    const posted = [places.newComment(thread(1n)), places.comment(thread(1n), BigInt(own.id))] as const;
    const deleted = places.deletedComment(thread(2n), 999_999n);
    assert.deepEqual((await drafts.list()).filter(isUnsent).map(getText).toSorted(), [
      "a better text",
      "as it was typed last\n\nwith a second line",
      "what was deleted",
    ]);
    const [reply] = posted;
    assert.equal((await drafts.get(reply))?.text, "as it was saved");
    assert.equal((await drafts.get(deleted))?.deletedAt, KEPT_AT);
    for (const place of [...posted, deleted]) assert.equal(await send(place), "sent");
    assert.deepEqual(at.bodies(1).slice(-1), ["as it was typed last\n\nwith a second line"]);
    assert.equal(at.forge.comments(1).find(({ id }) => id === own.id)?.body, "a better text");
    assert.deepEqual(at.bodies(2).slice(-1), ["what was deleted"]);
    assert.deepEqual(await drafts.list(), []);
  });

  it("of issues are found complete in their old folder, and can be sent", async () => {
    const { drafts } = at.services.writing;
    const { title, body } = await at.forge.api("alice").issue({ owner: "alice", name: "demo" }, 1n);
    await write("own", "alice-demo-new-3123456789abcdef01234567.json", {
      form: 1,
      place: issuePlace({ kind: "new", slot: 1 }),
      text: "---\ntitle: An old plan\nlabels:\nmilestone:\nassignees:\n---\n\nWith a body\n",
      ...KEPT,
      begun: "",
    });
    await write("own", "alice-demo-1-4123456789abcdef01234567.json", {
      form: 1,
      place: issuePlace({ kind: "issue", number: 1 }),
      text: "---\ntitle: A better title\n---\n\nA better body\n",
      ...KEPT,
      begun: "",
      opened: { title, body },
    });
    assert.equal((await drafts.list()).filter(isUnsent).length, 2);
    assert.deepEqual(await readdir(join(at.here.folder, "issues", "own")), []);
    const { base } = at.forge;
    assert.equal(await send(places.newIssue({ base, owner: "alice", name: "demo" }, 1n)), "sent");
    assert.equal(await send(places.issueText(thread(1n))), "sent");
    const { values } = await at.forge
      .api("alice")
      .issues({ owner: "alice", name: "demo" }, { state: "all", limit: 50 });
    const made = values.find((issue) => issue.title === "An old plan") ?? assert.fail("the issue is not there");
    assert.equal(made.body.trim(), "With a body");
    assert.equal((await at.forge.api("alice").issue({ owner: "alice", name: "demo" }, 1n)).title, "A better title");
    assert.deepEqual(await drafts.list(), []);
  });

  it("that were sent without a response are searched for, and not sent again if they arrived", async () => {
    const { drafts, outbox } = at.services.writing;
    const name = "alice-demo-1-5123456789abcdef01234567.json";
    const place = commentPlace(1, { kind: "new" });
    const after = Math.max(...at.forge.comments(1).map(({ id }) => id));
    const since = Date.now();
    at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "it arrived" });
    const failure = { at: since, asked: "it arrived", why: "lost", kind: "timeout" };
    await write("drafts", name, { form: 1, place, text: "it arrived", ...KEPT, failure });
    const attempt = { text: "it arrived", by: "alice", after, since: since - DAY_MS, at: since };
    await write("attempts", name, { form: 1, place, ...attempt, settled: false, once: false });
    assert.ok((await drafts.list()).every(isWaiting));
    outbox.start();
    await outbox.turn();
    assert.deepEqual([at.count("POST"), at.bodies(1).filter((body) => body === "it arrived").length], [0, 1]);
    assert.deepEqual(await drafts.list(), []);
  });
});
