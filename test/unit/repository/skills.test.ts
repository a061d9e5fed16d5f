// The skills for VS Code's agents say what the prompts of the MCP server say.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { PROMPTS } from "../../../src/mcp/prompts.ts";

describe("The skills for agents", () => {
  it("are the prompts of the MCP server, and named after Triptych", async () => {
    const expected = PROMPTS.map(({ name, title, description, steps }) => {
      const head = `---\nname: triptych-${name}\ndescription: ${description}\n---\n`;
      return [`triptych-${name}`, `${head}\n# ${title}\n\n${steps}\n`] as const;
    });
    const { contributes } = JSON.parse(await readFile("package.json", "utf8")) as {
      contributes: { chatSkills: readonly { readonly path: string; readonly when: string }[] };
    };
    assert.deepEqual(
      contributes.chatSkills,
      expected.map(([folder]) => ({ path: `./media/skills/${folder}/SKILL.md`, when: "config.triptych.agentTools" })),
    );
    assert.deepEqual((await readdir("media/skills")).sort(), expected.map(([folder]) => folder).sort());
    for (const [folder, text] of expected) {
      const written = await readFile(`media/skills/${folder}/SKILL.md`, "utf8");
      // The formatter wraps long lines.
      assert.equal(written.replaceAll(/(?<=\S)\n(?=\w)/g, " "), text.replaceAll(/(?<=\S)\n(?=\w)/g, " "), folder);
    }
  });
});
