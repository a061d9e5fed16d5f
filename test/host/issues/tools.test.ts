// The tools about issues as VS Code calls them, and the drafts that they write.
import assert from "node:assert/strict";
import {
  commands,
  ConfigurationTarget,
  LanguageModelTextPart,
  lm,
  Range,
  window as editors,
  workspace,
  WorkspaceEdit,
} from "vscode";
import { AgentDrafts } from "../../../src/issues/agent-drafts.ts";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { placeKey, places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { sharedParts } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";

async function invoke(name: string, input: object): Promise<string> {
  const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof LanguageModelTextPart ? part.value : "")).join("\n");
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
      const edit = new WorkspaceEdit();
      edit.delete(document.uri, new Range(0, 0, document.lineCount, 0));
      await workspace.applyEdit(edit);
      await document.save();
      await commands.executeCommand("workbench.action.closeActiveEditor");
    }
    assert.deepEqual(await writes(), []);
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
