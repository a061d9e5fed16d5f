// The tools about issues as VS Code calls them, and the drafts that they write.
import assert from "node:assert/strict";
import {
  commands,
  ConfigurationTarget,
  Range,
  window as editors,
  workspace,
  WorkspaceEdit,
  type TextDocument,
} from "vscode";
import { AgentDrafts } from "../../../src/issues/agent-drafts.ts";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { placeKey, places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { injectionsWith, startTrap, toLine } from "../../unit/mcp/injections.ts";
import { sharedParts } from "../extension.ts";
import { invoke } from "../invoke-tool.ts";
import { forgeTests } from "./forge-tests.ts";

/** Empties a draft. */
async function discard(document: TextDocument): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.delete(document.uri, new Range(0, 0, document.lineCount, 0));
  await workspace.applyEdit(edit);
  await document.save();
}

describe("The tools about issues", () => {
  const here = forgeTests();
  const configure = (base: string | undefined) =>
    workspace.getConfiguration().update("triptych.issues.url", base, ConfigurationTarget.Global);
  before(async () => {
    await sharedParts();
    await configure(here.forge.base);
  });
  after(() => configure(undefined));

  const writes = async () => (await here.forge.asked()).filter((each) => !each.startsWith("GET "));

  it("read the issues and pull requests of the user's servers, and no others", async () => {
    const repository = "alice/demo";
    assert.match(await invoke("triptych_issues_list", { repository }), /^- issue: \d+; title: /m);
    assert.match(await invoke("triptych_issues_read_thread", { repository, number: 1 }), /first comment by alice/);
    assert.match(await invoke("triptych_issues_read_pull", { repository, number: 6 }), /^into: main$/m);
    const file = "feature-2-f.txt";
    assert.match(await invoke("triptych_issues_read_diff", { repository, number: 6, file }), /^\| \+line1$/m);
    assert.match(await invoke("triptych_issues_search", { text: "Filler" }), /^matches in public repositories: /m);
    const elsewhere = invoke("triptych_issues_list", { repository: "https://example.org/a/b" });
    await assert.rejects(elsewhere, /not one of the user's servers/);
    assert.deepEqual(await writes(), []);
  });

  it("read a thread of 5,000 comments within the budget", async () => {
    const repository = "alice/demo";
    const made = await here.forge.act("addIssue", { repo: repository, by: "bob", title: "Long", comments: 5000 });
    const { number } = made as { readonly number: number };
    const first = await invoke("triptych_issues_read_thread", { repository, number });
    const skip = Number(/of 5000 comments\. For the next ones: "skip": (\d+)/.exec(first)?.[1]);
    assert.match(
      await invoke("triptych_issues_read_thread", { repository, number, skip }, 1000),
      new RegExp(`^\\| comment ${skip + 1}$`, "m"),
    );
  });

  it("open drafts of comments and issues for the person, and send nothing", async () => {
    const repository = "alice/demo";
    const drafts: readonly (readonly [tool: string, input: object, text: RegExp])[] = [
      ["triptych_issues_draft_comment", { number: 1, text: "An answer" }, /^An answer\n$/],
      ["triptych_issues_draft_issue", { title: "Crash", text: "Steps" }, /^---\ntitle: Crash\n[^]*\nSteps$/],
      [
        "triptych_issues_draft_review_comment",
        { number: 6, file: "feature-2-f.txt", line: 2, text: "Why?" },
        /^Why\?$/,
      ],
    ];
    for (const [tool, input, text] of drafts) {
      assert.match(await invoke(tool, { repository, ...input }), /nothing is sent yet/);
      const document = editors.activeTextEditor?.document ?? assert.fail(`${tool} shows nothing`);
      assert.match(document.getText(), text, tool);
      await discard(document);
      await commands.executeCommand("workbench.action.closeActiveEditor");
    }
    assert.deepEqual(await writes(), []);
  });

  it("do nothing but open drafts if an agent follows injected instructions", async () => {
    const trap = await startTrap();
    const { accounts } = await sharedParts();
    const readState = () => JSON.stringify([workspace.getConfiguration("triptych"), accounts.list("issues")]);
    const before = readState();
    const repository = "alice/demo";
    const shown = new Set<TextDocument>();
    const draft = async (what: string, input: object, text: RegExp): Promise<void> => {
      assert.match(await invoke(`triptych_issues_draft_${what}`, { repository, ...input }), /nothing is sent yet/);
      const document = editors.activeTextEditor?.document ?? assert.fail(`${what} shows nothing`);
      assert.match(document.getText(), text);
      shown.add(document);
    };
    try {
      // Each opens two editors. Unit tests draft all of the texts.
      const texts = injectionsWith(trap.url).filter((text) => /command:|\u202E|<script|^title:|^```/.test(text));
      for (const injected of texts) {
        await here.forge.act("addComment", { repo: repository, issue: 1, by: "bob", body: injected });
        await invoke("triptych_issues_read_thread", { repository, number: 1, order: "newest" });
        const text = injected.slice(0, 60_000);
        await draft("comment", { number: 1, text }, /./);
        await draft(
          "issue",
          { title: toLine(injected), text },
          /^---\ntitle: .+\nlabels: \nmilestone: \nassignees: \n---\n/,
        );
      }
      assert.equal(shown.size, texts.length + 1);
      await assert.rejects(draft("comment", { number: 1, text: "a\0b" }, /./), /without null characters/);
      assert.deepEqual(await writes(), []);
      assert.deepEqual(trap.requests, []);
      assert.equal(readState(), before);
    } finally {
      for (const document of shown) await discard(document);
      await commands.executeCommand("workbench.action.closeAllEditors");
      await trap.close();
    }
  });

  const begin = () => {
    const { drafts } = here.home.open(here.forge.base).services.writing;
    const opened: string[] = [];
    // The extension itself provides the documents that VS Code opens, and has none of these drafts.
    const documents = {
      open: (place: Place) => Promise.resolve(void opened.push(placeKey(place))),
      save: () => Promise.resolve(),
    };
    const thread = { base: here.forge.base, owner: "alice", name: "demo", number: 1n };
    const place = places.newComment(thread);
    const read = async () => getText((await drafts.get(place)) ?? assert.fail("there is no draft"));
    return { drafts, opened, place, read, thread, tools: new AgentDrafts(drafts, documents) };
  };

  it("replace what an agent has drafted, and keep what the person has written", async () => {
    const { drafts, opened, place, read, thread, tools } = begin();
    await tools.comment(thread, "First try");
    await tools.comment(thread, "Second try");
    assert.equal(await read(), "Second try\n");
    await drafts.save(place, "Second try, and mine");
    await tools.comment(thread, "Third try");
    assert.equal(await read(), "Second try, and mine\n\nThird try\n");
    assert.deepEqual(
      opened,
      Array.from({ length: 3 }, () => placeKey(place)),
    );
  });

  it("can't add fields to an issue by its title", async () => {
    const { drafts, thread, tools } = begin();
    await tools.issue(thread, "Title\nlabels: evil", "Text");
    const [draft] = await drafts.list();
    assert.match(draft?.text ?? "", /^---\ntitle: "?Title labels: evil"?\n/);
  });
});
