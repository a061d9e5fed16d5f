// Attachments, checked against the server's rules before and after sending, and suggestions while typing.
import assert from "node:assert/strict";
import { attachmentLink, attachmentsIn, uploadFault } from "../../../src/issues/model/attachment.ts";
import type { AttachmentRules, NewFile } from "../../../src/issues/model/entities.ts";
import { toBeginning } from "../../../src/issues/writing/drafts/draft.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { DISTINCT_SERVERS } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";

const picture = (name = "tide.png", size = 64): NewFile => ({
  name,
  type: "image/png",
  content: new Uint8Array(size).fill(7),
});

describe("Files that may be attached", () => {
  const rules: AttachmentRules = {
    enabled: true,
    types: [".png", "application/zip", "text/*"],
    megabytes: 1,
    files: 2,
  };

  it("follow the server's rules: by extension, by type, by size", () => {
    assert.equal(uploadFault(rules, picture(), 0), undefined);
    assert.equal(uploadFault(rules, picture("TIDE.PNG"), 0), undefined);
    assert.equal(uploadFault(rules, { ...picture("a.zip"), type: "application/zip" }, 0), undefined);
    assert.equal(uploadFault(rules, { ...picture("a.c"), type: "text/x-c" }, 0), undefined);
    assert.equal(uploadFault(rules, { ...picture("a.exe"), type: "application/x-msdownload" }, 0), "type");
    assert.equal(uploadFault(rules, picture("a.png", 1024 * 1024 + 1), 0), "tooLarge");
    assert.equal(uploadFault(rules, picture("a.png", 0), 0), "empty");
    assert.equal(uploadFault({ ...rules, enabled: false }, picture(), 0), "disabled");
    assert.equal(uploadFault({ ...rules, types: [] }, picture("a.anything"), 0), undefined);
    assert.equal(uploadFault(rules, picture(), 1), undefined);
    assert.equal(uploadFault(rules, picture(), 2), "tooMany");
    const unlimited = { ...rules, megabytes: 0, files: 0 };
    assert.equal(uploadFault(unlimited, picture("a.png", 1024 * 1024 + 1), 99), undefined, "0 is no limit");
  });

  it("are counted by the links in the text, each once, however they are written", () => {
    const [one, other] = ["6e2a1a44-0000-4000-8000-000000000001", "6E2A1A44-0000-4000-8000-000000000002"];
    const text = `![a](/attachments/${one}) <video src="/attachments/${other}"> [a](/attachments/${one}) /attachments/no`;
    assert.deepEqual([...attachmentsIn(text)], [one, other.toLowerCase()]);
  });

  it("are counted if the link has no slash before it, as the web editor of Gitea writes it", () => {
    const uuid = "6e2a1a44-0000-4000-8000-000000000001";
    assert.deepEqual([...attachmentsIn(`<img width="450" alt="a" src="attachments/${uuid}">`)], [uuid]);
    assert.deepEqual([...attachmentsIn(`![a](attachments/${uuid})`)], [uuid]);
    assert.deepEqual([...attachmentsIn(`old-attachments/${uuid}`)], []);
  });

  it("are linked from the root of the instance, with a name that can't end the link", () => {
    assert.equal(attachmentLink({ name: "a.png", uuid: "1-2" }, "image/png"), "![a.png](/attachments/1-2)");
    assert.equal(
      attachmentLink({ name: "a](x).zip", uuid: "1-2" }, "application/zip"),
      "[a\\](x).zip](/attachments/1-2)",
    );
  });
});

for (const personality of DISTINCT_SERVERS) {
  describe(`Attachments at ${personality}`, () => {
    const at = windowAt(personality);
    const { reply, thread } = at;
    const own: () => Place = () => places.comment(thread(1n), 301n);

    it("go to the issue if the comment is not posted yet, and to the comment if it is edited", async () => {
      for (const place of [reply(), own()]) {
        at.forge.service.journal = [];
        const done = await at.services.uploads.send(place, picture());
        assert.ok(!("why" in done));
        assert.equal(done.name, "tide.png");
        assert.match(done.uuid, /^[0-9a-f-]{36}$/);
        const below = place.kind === "newComment" ? "issues/1/assets" : "issues/comments/301/assets";
        assert.ok(at.forge.asked().some((line) => line.startsWith("POST") && line.includes(below)));
      }
    });

    it("are not sent if the upload is canceled first", async () => {
      const done = await at.services.uploads.send(reply(), picture(), AbortSignal.abort());
      assert.ok("why" in done && done.why === "problem");
      assert.equal(done.problem.kind, "canceled");
      assert.equal(at.count("POST"), 0);
    });

    it("are rejected if the comment has as many as the server allows, including those being uploaded", async () => {
      const sent = await Promise.all(Array.from({ length: 7 }, () => at.services.uploads.send(reply(), picture())));
      assert.deepEqual(
        sent.flatMap((each) => ("why" in each ? [each.why] : [])),
        ["tooMany", "tooMany"],
      );
      assert.equal(at.count("POST"), 5);
      // A new comment starts at zero, and an existing one with the files that it already has.
      assert.ok(!("why" in (await at.services.uploads.send(own(), picture()))));
      const links = sent.flatMap((each) => ("why" in each ? [] : [attachmentLink(each, "image/png")]));
      await at.services.writing.drafts.save(reply(3n), links.join("\n"));
      const more = await at.services.uploads.send(reply(3n), picture());
      assert.ok("why" in more && more.why === "tooMany");
    });

    it("are not counted for the next comment once theirs is posted", async () => {
      const { drafts, sender } = at.services.writing;
      for (const text of ["First.", "Second."]) {
        await drafts.save(reply(), text);
        const sent = await Promise.all(Array.from({ length: 3 }, () => at.services.uploads.send(reply(), picture())));
        assert.ok(sent.every((each) => !("why" in each)));
        assert.ok((await sender.send(reply())).sent);
      }
    });

    it("stay with their comment while its text is edited", async () => {
      await at.services.uploads.send(own(), picture());
      await at.services.threads.read(thread(1n));
      const shown = () => at.services.threads.at(thread(1n)).thread?.comments?.find(({ id }) => id === 301n);
      const before = shown();
      assert.ok(before !== undefined);
      assert.deepEqual(
        before.attachments.map(({ name }) => name),
        ["tide.png"],
      );
      const { drafts, sender } = at.services.writing;
      await drafts.begin(own(), toBeginning(before));
      await drafts.save(own(), "Another text");
      const outcome = await sender.send(own());
      assert.ok(outcome.sent);
      assert.equal(shown()?.body, "Another text");
      assert.deepEqual(shown()?.attachments, before.attachments);
    });

    it("are tried if a server reports no rules", async () => {
      at.forge.answer("settings/attachment", 404, "404 page not found", { headers: { "content-type": "text/plain" } });
      assert.ok(!("why" in (await at.services.uploads.send(own(), picture()))));
    });

    it("are checked against the server's current rules before they are rejected", async () => {
      const forbidden = { enabled: false, allowed_types: "", max_size: 4, max_files: 5 };
      at.forge.answer("settings/attachment", 200, forbidden, { times: 1 });
      const rejected = await at.services.uploads.send(reply(), picture());
      assert.ok("why" in rejected && rejected.why === "disabled");
      assert.ok(!("why" in (await at.services.uploads.send(reply(), picture()))));
    });

    it("are rejected by their size before they are loaded, by the server's current rules", async () => {
      const { uploads } = at.services;
      const rules = { enabled: true, allowed_types: "", max_size: 4, max_files: 5 };
      at.forge.answer("settings/attachment", 200, rules, { times: 1 });
      const refused = await uploads.refuseSize(reply(), 5 * 1024 * 1024);
      assert.ok(refused !== undefined && "why" in refused && refused.why === "tooLarge");
      at.forge.answer("settings/attachment", 200, { ...rules, max_size: 5 });
      assert.equal(await uploads.refuseSize(reply(), 5 * 1024 * 1024), undefined);
      at.forge.service.faults.clear();
      at.forge.service.faults.add({ kind: "refuse" });
      assert.equal(await uploads.refuseSize(reply(), 6 * 1024 * 1024), undefined);
    });

    it("are rejected before anything is sent if the rules say so", async () => {
      const done = await at.services.uploads.send(reply(), { ...picture("a.exe"), type: "application/x-msdownload" });
      assert.ok("why" in done && done.why === "type");
      assert.equal(at.count("POST"), 0);
    });

    for (const status of [401, 403, 404, 413, 422, 423, 500]) {
      it(`are reported if the server returns ${status}`, async () => {
        at.forge.service.faults.add({ kind: "status", status, method: "POST", path: "assets", body: "{}", times: 1 });
        const done = await at.services.uploads.send(reply(), picture());
        assert.ok("why" in done && done.why === "problem");
        assert.equal(done.problem.facts.status, status);
        assert.equal(at.count("POST"), 1);
      });
    }

    it("never go to another repository that has taken over the name", async () => {
      await at.services.repositoryNames.read(thread(1n));
      at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
      at.forge.act("takeName", { owner: "alice", name: "demo", like: "alice/renamed" });
      const done = await at.services.uploads.send(reply(), picture());
      assert.ok("why" in done && done.why === "otherRepository");
      assert.equal(at.count("POST"), 0);
    });
  });

  describe(`Completion while typing at ${personality}`, () => {
    const at = windowAt(personality);
    const { thread } = at;

    it("offers the newest issues, and one whose number is typed", async () => {
      const { suggestions } = at.services;
      const newest = await suggestions.issues(thread(1n), "");
      assert.ok(newest.length > 0);
      assert.ok((await suggestions.issues(thread(1n), "1")).some(({ number }) => number === 1n));
      assert.deepEqual(
        (await suggestions.issues(thread(1n), "99999")).filter(({ number }) => number === 99_999n),
        [],
      );
    });

    it("offers those who wrote in the thread, each once, and those who work on the repository", async () => {
      await at.services.threads.comments(thread(1n));
      const { logins: people } = await at.services.suggestions.people(thread(1n));
      assert.ok(people.includes("alice"));
      assert.equal(new Set(people).size, people.length);
      assert.ok(!people.includes("Ghost"));
    });

    it("offers the author of the issue, and those who wrote in a thread that no panel has loaded", async () => {
      const issue = { repo: "alice/demo", by: "mallory", title: "Rain", body: "" };
      const { number } = at.forge.act("addIssue", issue) as { readonly number: number };
      at.forge.act("addComment", { repo: "alice/demo", issue: number, by: "carol", body: "Here too." });
      const { suggestions } = at.services;
      const { logins } = await suggestions.people(thread(1n), thread(BigInt(number)), { all: true });
      assert.deepEqual(logins.slice(0, 2), ["carol", "mallory"]);
      const asked = at.count("GET");
      await suggestions.people(thread(1n), thread(BigInt(number)));
      assert.equal(at.count("GET"), asked);
    });

    it("offers people of the repository before a slow thread is loaded, and those who wrote in it afterwards", async () => {
      at.forge.act("addComment", { repo: "alice/demo", issue: 3, by: "mallory", body: "Here too." });
      at.forge.service.faults.add({ kind: "late", ms: 300, path: "/issues/3" });
      const { suggestions } = at.services;
      const first = await suggestions.people(thread(1n), thread(3n));
      assert.deepEqual(
        [first.logins.includes("alice"), first.logins.includes("mallory"), first.isWhole],
        [true, false, false],
      );
      const all = await suggestions.people(thread(1n), thread(3n), { all: true });
      assert.deepEqual([all.logins[0], all.isWhole], ["mallory", true]);
      assert.deepEqual(await suggestions.people(thread(1n), thread(3n)), all);
    });

    it("offers the author of the issue even if the comments can't be loaded", async () => {
      const issue = { repo: "alice/demo", by: "mallory", title: "Rain", body: "" };
      const { number } = at.forge.act("addIssue", issue) as { readonly number: number };
      at.forge.service.faults.add({ kind: "html", status: 403, path: "comments" });
      const { logins } = await at.services.suggestions.people(thread(1n), thread(BigInt(number)), { all: true });
      assert.equal(logins[0], "mallory");
    });

    it("doesn't request people again immediately after that failed", async () => {
      let time = Date.now();
      const { suggestions } = at.here.open(at.forge.base, { now: () => time }).services;
      at.forge.service.faults.add({ kind: "status", status: 403, path: "/issues/3|/assignees" });
      assert.deepEqual(await suggestions.people(thread(1n), thread(3n)), { logins: [], isWhole: true });
      const asked = at.count("GET");
      at.forge.service.faults.clear();
      await suggestions.people(thread(1n), thread(3n));
      assert.equal(at.count("GET"), asked);
      time += 60_000;
      assert.ok((await suggestions.people(thread(1n), thread(3n), { all: true })).logins.length > 0);
    });

    it("offers nothing while the server can't be reached, and everything afterwards", async () => {
      at.forge.service.faults.add({ kind: "status", status: 403, path: "" });
      assert.deepEqual(await at.services.suggestions.issues(thread(1n), ""), []);
      at.forge.service.faults.clear();
      assert.ok((await at.services.suggestions.issues(thread(1n), "")).length > 0);
    });
  });
}
