// The manifest declares the tools for agents as the wings define them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { inputSchema } from "../../../src/base/tools/input-schema.ts";
import { blockTools } from "../../../src/blocks/tools/tools.ts";
import { issueTools } from "../../../src/issues/tools/tools.ts";
import { trackerTools } from "../../../src/trackers/tools/tools.ts";

const TOOLS = [
  ...trackerTools.map((tool) => ({ wing: "trackers", tool })),
  ...issueTools.map((tool) => ({ wing: "issues", tool })),
  ...blockTools.map((tool) => ({ wing: "blocks", tool })),
];

interface DeclaredTool {
  readonly name: string;
  readonly icon: string;
}

const readJson = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  JSON.parse(await readFile(path, "utf8")) as Readonly<Record<string, unknown>>;

describe("The tools for agents", () => {
  it("are declared as they are defined", async () => {
    const { contributes } = (await readJson("package.json")) as {
      contributes: { languageModelTools: readonly DeclaredTool[] };
    };
    const expected = TOOLS.map(({ wing, tool: { name, reference, description, input } }) => ({
      name,
      toolReferenceName: reference,
      displayName: `%triptych.tool.${reference}%`,
      userDescription: `%triptych.tool.${reference}.description%`,
      modelDescription: description,
      canBeReferencedInPrompt: true,
      tags: ["triptych", wing],
      when: "config.triptych.agentTools",
      inputSchema: inputSchema(input),
    }));
    assert.deepEqual(
      contributes.languageModelTools.map(({ icon: _icon, ...tool }) => tool),
      expected,
    );
  });

  it("have the same titles for users of VS Code as for those of MCP", async () => {
    const texts = await readJson("package.nls.json");
    for (const {
      tool: { reference, title },
    } of TOOLS)
      assert.equal(texts[`triptych.tool.${reference}`], title);
  });

  it("have names of their wing, and references that differ", () => {
    for (const { wing, tool } of TOOLS) assert.match(tool.name, new RegExp(`^triptych_${wing}_[a-z_]+$`));
    assert.equal(new Set(TOOLS.map(({ tool }) => tool.reference)).size, TOOLS.length);
  });
});
