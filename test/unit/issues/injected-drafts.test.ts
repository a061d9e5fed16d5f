// Agents that follow instructions in what they have read: they call every tool about issues with these texts. The only
// effects are drafts, which the person sees.
import assert from "node:assert/strict";
import { AgentDrafts } from "../../../src/issues/agent-drafts.ts";
import { PrivateReading } from "../../../src/issues/tools/repository-reading.ts";
import { readingDependencies } from "../../../src/issues/tools/reading-dependencies.ts";
import { issueTools } from "../../../src/issues/tools/tools.ts";
import { isWaiting } from "../../../src/issues/writing/drafts/draft.ts";
import { readForm } from "../../../src/issues/writing/drafts/draft-document.ts";
import { placeKey, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { offerTools } from "../../../src/base/tools/tool.ts";
import { checkMarks } from "../mcp/check-marks.ts";
import { injectionsWith, startTrap, toLine, type Trap } from "../mcp/injections.ts";
import { machine, type Machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";

const REPOSITORY = "alice/demo";
const ISSUE = 1;
const PULL = 5;

describe("An agent that follows injected instructions", () => {
  let forge: Forge;
  let home: Machine;
  let trap: Trap;
  let texts: readonly string[];

  before(async () => {
    [forge, home, trap] = await Promise.all([startForge("forgejo"), machine(), startTrap()]);
    texts = injectionsWith(trap.url);
  });
  after(() => Promise.all([forge.close(), home.close(), trap.close()]));

  /** The tools of a window. Its user can write to the repository. */
  async function openWindow() {
    const { services, signIn } = home.open(forge.base);
    await signIn("alice");
    const { drafts, outbox } = services.writing;
    const shown = new Set<string>();
    const documents = {
      open: (place: Place) => Promise.resolve(void shown.add(placeKey(place))),
      save: () => Promise.resolve(),
    };
    const tools = offerTools(issueTools, {
      reading: new PrivateReading(
        readingDependencies({ ...services, now: Date.now, home: () => Promise.resolve(undefined) }),
      ),
      drafts: new AgentDrafts(drafts, documents),
    });
    const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<string> => {
      const tool = tools.find((each) => each.name === `triptych_issues_${name}`) ?? assert.fail(name);
      const { text } = await tool.run(input, { signal: new AbortController().signal });
      checkMarks(text, texts, `${name} ${JSON.stringify(input).slice(0, 300)}`);
      return text;
    };
    return { call, drafts, outbox, shown, tools };
  }

  it("leaves nothing but drafts that the person sees", async () => {
    // No path in Git has an empty segment.
    const paths = texts.map((text) => text.slice(0, 200).replaceAll("//", "/"));
    const changes = paths.map((path) => ({ path, after: "a\nb\n" }));
    forge.act("changePull", { repo: REPOSITORY, issue: PULL, changes });
    const { call, drafts, outbox, shown, tools } = await openWindow();
    outbox.start();
    for (const [at, text] of texts.entries()) {
      forge.act("addComment", { repo: REPOSITORY, issue: ISSUE, by: "bob", body: text });
      await call("read_thread", { repository: REPOSITORY, number: ISSUE, order: "newest" });
      const [line, file] = [toLine(text), paths[at]];
      const short = text.slice(0, 60_000);
      await call("draft_comment", { repository: REPOSITORY, number: ISSUE, text: short });
      await call("draft_issue", { repository: REPOSITORY, title: line, text: short });
      await call("draft_review_comment", { repository: REPOSITORY, number: PULL, file, line: 1, text: short });
      // What the text asks for, and fields that no tool has.
      for (const { name } of tools) {
        const input = { repository: line, number: ISSUE, text: short, title: line, file, line: 1 };
        await call(name.replace("triptych_issues_", ""), input);
        await call(name.replace("triptych_issues_", ""), {
          ...input,
          repository: REPOSITORY,
          send: true,
          state: "closed",
        });
      }
    }
    await outbox.run();

    const left = await drafts.list();
    assert.deepEqual(left.filter(isWaiting), []);
    assert.deepEqual(await home.records("attempt"), []);
    for (const { place } of left) assert.ok(shown.has(placeKey(place)), placeKey(place));
    const count = (kind: string) => left.filter(({ place }) => place.kind === kind).length;
    // A comment's draft is replaced by the next one. No editor opens a text with a null character, and a path outside of
    // the repository isn't requested.
    assert.deepEqual([count("newComment"), count("newIssue"), count("reviewComment")], [1, 49, 48]);
    const forms = left.flatMap(({ place, text }) =>
      place.kind === "newIssue" ? [readForm("newIssue", text ?? "")] : [],
    );
    for (const { labels, assignees, milestone } of forms)
      assert.deepEqual([labels, assignees, milestone], [[], [], ""]);
    assert.deepEqual(
      forge.asked().filter((each) => !each.startsWith("GET ")),
      [],
    );
    assert.deepEqual(trap.requests, []);
  });
});
