// The question before an agent reads a private repository, as VS Code asks it.
import assert from "node:assert/strict";
import { CancellationTokenSource, LanguageModelTextPart, MarkdownString, type LanguageModelToolResult } from "vscode";
import { offerTools } from "../../../src/base/tools/tool.ts";
import { readingDependencies } from "../../../src/issues/tools/reading-dependencies.ts";
import { PrivateReading } from "../../../src/issues/tools/repository-reading.ts";
import { issueTools } from "../../../src/issues/tools/tools.ts";
import { languageTool } from "../../../src/workbench/tools/language-tools.ts";
import { sharedParts } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";

const TOOL = "triptych_issues_list";
const input = { repository: "alice/secret" };
const PRIVATE_READ = /^GET \S*\/repos\/alice\/secret\//;

describe("A tool that reads a private repository", () => {
  const here = forgeTests();
  const { token } = new CancellationTokenSource();

  /** The tool in a window of its own. */
  async function openTool() {
    const window = here.home.open(here.forge.base);
    await window.signIn("alice");
    const home = () => Promise.resolve(undefined);
    const reading = new PrivateReading(readingDependencies({ ...window.services, home, now: Date.now }));
    const tool = offerTools(issueTools, { reading, drafts: undefined }).find(({ name }) => name === TOOL);
    const { log, settings } = await sharedParts();
    const redactor = { redactRegistered: (text: string) => text };
    return languageTool(tool ?? assert.fail("there is no such tool"), { log, redactor, settings });
  }
  type Opened = Awaited<ReturnType<typeof openTool>>;
  const ask = async (tool: Opened): Promise<string | undefined> => {
    const prepared = await tool.prepareInvocation({ input }, token);
    const { message } = prepared?.confirmationMessages ?? {};
    return message instanceof MarkdownString ? message.value : message;
  };
  const run = async (tool: Opened): Promise<string> => {
    const result = await tool.invoke({ input, toolInvocationToken: undefined }, token);
    return textOf(result ?? assert.fail("no result"));
  };
  const textOf = ({ content }: LanguageModelToolResult): string =>
    content.map((part) => (part instanceof LanguageModelTextPart ? part.value : "")).join("");
  const privateReads = async () => (await here.forge.asked()).filter((each) => PRIVATE_READ.test(each));

  it("asks once in each window, and names the account and the repository", async () => {
    for (const tool of [await openTool(), await openTool()]) {
      const question = (await ask(tool)) ?? assert.fail("it doesn't ask");
      // The message is Markdown, which escapes punctuation.
      assert.match(
        question.replaceAll("\\", ""),
        /^An agent wants to read alice\/secret as alice \(127\.0\.0\.1:\d+\)\./,
      );
      await run(tool);
      assert.equal(await ask(tool), undefined);
      await run(tool);
    }
  });

  it("answers nothing and sends nothing for the repository if the user says no, and asks again the next time", async () => {
    const tool = await openTool();
    assert.ok((await ask(tool)) !== undefined);
    // VS Code doesn't call the tool then. Another repository doesn't count as allowed either.
    const other = { input: { repository: "alice/demo", state: "all" }, toolInvocationToken: undefined };
    await tool.prepareInvocation({ input: other.input }, token);
    const result = await tool.invoke(other, token);
    assert.doesNotMatch(textOf(result ?? assert.fail("no result")), /alice\/secret/);
    assert.ok((await ask(tool)) !== undefined);
    assert.deepEqual(await privateReads(), []);
  });

  it("is refused if no question was asked", async () => {
    const tool = await openTool();
    await assert.rejects(run(tool), /alice\/secret is private/);
    assert.deepEqual(await privateReads(), []);
  });
});
