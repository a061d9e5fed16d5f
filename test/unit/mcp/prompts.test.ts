// The prompts of the MCP server.
import assert from "node:assert/strict";
import { builtServer, type McpProcess } from "./server-process.ts";

describe("The MCP server's prompts", () => {
  let server: Awaited<ReturnType<typeof builtServer>>;
  let mcp: McpProcess;
  before(async () => {
    server = await builtServer();
    mcp = await server.start([]);
  });
  after(() => server.close());

  it("name only tools that there are", async () => {
    const { prompts } = await mcp.client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ["triage", "summarize-thread", "review", "privacy-report"],
    );
    const tools = new Set([...(await mcp.tools()).map(({ name }) => name), "triptych_issues_draft_review_comment"]);
    for (const { name, arguments: wanted = [] } of prompts) {
      const given = Object.fromEntries(wanted.map((each) => [each.name, "given-value"]));
      const { messages } = await mcp.client.getPrompt({ name, arguments: given });
      const text = messages.map(({ content }) => (content.type === "text" ? content.text : "")).join("\n");
      assert.match(text, /given-value/);
      for (const [tool] of text.matchAll(/triptych_\w+/g)) assert.ok(tools.has(tool), tool);
    }
  });

  it("say which argument is missing", async () => {
    await assert.rejects(
      mcp.client.getPrompt({ name: "review", arguments: { repository: "a/b" } }),
      /number is missing/,
    );
    await assert.rejects(mcp.client.getPrompt({ name: "delete", arguments: {} }), /no prompt delete/);
  });
});
