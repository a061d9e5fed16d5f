// The MCP server: lists the tools and prompts, and calls the tools.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type Tool as ListedTool,
} from "@modelcontextprotocol/sdk/types.js";
import type { Redactor } from "../base/redact.ts";
import { inputSchema } from "../base/tools/input-schema.ts";
import type { OfferedTool } from "../base/tools/tool.ts";
import { listedPrompts, writePrompt } from "./prompts.ts";

export function createServer(
  version: string,
  tools: readonly OfferedTool[],
  redactor: Pick<Redactor, "redactRegistered">,
): Server {
  const server = new Server(
    { name: "triptych", title: "Triptych", version },
    { capabilities: { tools: {}, prompts: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }, { signal }) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}`);
    const { text, failed } = await tool.run(input, { signal });
    return { content: [{ type: "text", text: redactor.redactRegistered(text) }], isError: failed };
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listedPrompts }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given = {} } }) =>
    writePrompt(name, given),
  );
  return server;
}

function describeTool({ name, title, description, input, asksServer }: OfferedTool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(input),
    // Tools that change something need an editor, so they are only in VS Code.
    annotations: { title, readOnlyHint: true, destructiveHint: false, openWorldHint: asksServer },
  };
}
