// Servers that confirm a text without having stored it, or whose confirmation doesn't fit what was sent.
import assert from "node:assert/strict";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import { windowAt } from "./signed-in-window.ts";

const TEXT = "It rains.";
const HIGH_ID = 987_654;

/** What differs from the answer of an honest server that has stored the text. */
const COMMENTS: Readonly<Record<string, object>> = {
  "an ID that isn't there": {},
  "the ID of an older comment": { id: 301 },
  "the ID 0": { id: 0 },
  "the highest ID": { id: Number.MAX_SAFE_INTEGER },
  "another issue's URL": { issue_url: "https://forge.example/alice/demo/issues/2" },
  "the URL of a pull request": { issue_url: "", pull_request_url: "https://forge.example/alice/demo/pulls/5" },
  "no URL": { issue_url: "", html_url: "" },
  "another author": { user: { id: 2, login: "bob" } },
  "no author": { user: null },
  "the year 1970": { created_at: "1970-01-01T00:00:00Z", updated_at: "1970-01-01T00:00:00Z" },
  "the year 9999": { created_at: "9999-12-31T23:59:59Z", updated_at: "9999-12-31T23:59:59Z" },
  "another text": { body: "It snows." },
  "no text": { body: null },
  "no time": { created_at: null },
  "an ID that isn't a number": { id: "x" },
  "someone else's comment": { id: 302, user: { id: 2, login: "bob" }, body: "Another one." },
};
const ISSUES: Readonly<Record<string, object>> = {
  "a number that isn't there": {},
  "the number of an older issue": { number: 1 },
  "the highest number": { number: Number.MAX_SAFE_INTEGER },
  "another author": { user: { id: 2, login: "bob" } },
  "no author": { user: null },
  "the year 1970": { created_at: "1970-01-01T00:00:00Z" },
  "the year 9999": { created_at: "9999-12-31T23:59:59Z" },
  "another title": { title: "It snows." },
  "another text": { body: "It snows." },
};

describe("A server that confirms a text untruthfully", () => {
  const at = windowAt("forgejo");
  const { bodies, reply } = at;
  const count = () => bodies().filter((body) => body === TEXT).length;

  const confirm = (path: string, honest: object, lie: object, afterEffect: boolean): void => {
    const now = new Date().toISOString();
    const answer = { user: { id: 1, login: "alice" }, created_at: now, updated_at: now, ...honest, ...lie };
    const body = JSON.stringify(answer);
    at.forge.service.faults.add({ kind: "status", status: 201, method: "POST", path, body, times: 1, afterEffect });
  };
  const confirmComment = (lie: object, afterEffect: boolean): void => {
    const issue_url = `${at.forge.base}/alice/demo/issues/1`;
    confirm("comments", { id: HIGH_ID, body: TEXT, issue_url, pull_request_url: "" }, lie, afterEffect);
  };
  const send = async () => {
    await at.services.writing.drafts.save(reply(), TEXT);
    return await at.services.writing.sender.send(reply());
  };

  for (const [name, lie] of Object.entries(COMMENTS)) {
    it(`keeps the comment if nothing was stored, and returns ${name}`, async () => {
      confirmComment(lie, false);
      const outcome = await send();
      const draft = await at.services.writing.drafts.get(reply());
      assert.deepEqual([outcome.sent, draft && getText(draft), count()], [false, TEXT, 0]);
      // It was looked for and isn't there.
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      assert.deepEqual([await at.services.writing.drafts.get(reply()), count()], [undefined, 1]);
    });

    it(`has the comment once if it was stored, and returns ${name}`, async () => {
      confirmComment(lie, true);
      await send();
      await at.services.writing.outbox.run();
      if ((await at.services.writing.drafts.get(reply())) !== undefined) await at.services.writing.sender.send(reply());
      assert.deepEqual([await at.services.writing.drafts.get(reply()), count()], [undefined, 1]);
    });
  }

  it("keeps the comment if the server redirects it to another issue, which doesn't get it", async () => {
    const location = "/api/v1/repos/alice/demo/issues/2/comments";
    at.forge.service.faults.add({ kind: "redirect", status: 307, method: "POST", path: "issues/1/comments", location });
    const outcome = await send();
    const draft = await at.services.writing.drafts.get(reply());
    assert.deepEqual([outcome.sent, draft && getText(draft), at.bodies(2).includes(TEXT)], [false, TEXT, false]);
  });

  for (const [name, lie] of Object.entries(ISSUES)) {
    it(`keeps the issue if nothing was stored, and returns ${name}`, async () => {
      const place = places.newIssue({ base: at.forge.base, owner: "alice", name: "demo" }, 1n);
      const text = writeDocument(place.kind, { title: "Weather", body: TEXT });
      const { drafts, sender } = at.services.writing;
      await drafts.begin(place, {});
      await drafts.save(place, text);
      confirm("issues$", { id: HIGH_ID, number: HIGH_ID, title: "Weather", body: TEXT, state: "open" }, lie, false);
      const outcome = await sender.send(place);
      const draft = await drafts.get(place);
      assert.deepEqual([outcome.sent, draft && getText(draft)], [false, text]);
      const again = await sender.send(place);
      assert.ok(again.sent && again.thread.number < BigInt(HIGH_ID));
      assert.equal(await drafts.get(place), undefined);
    });
  }
});
