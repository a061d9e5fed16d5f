// The MCP server with the same tools, for agents that know no tools of VS Code. It gets no tokens.
import { join } from "node:path";
import { McpStdioServerDefinition, type McpServerDefinition } from "vscode";
import { AGENT_TOOLS } from "../settings.ts";
import type { Shared } from "../wings/shared.ts";

export function listMcpServers(
  { dist, folder, settings }: Pick<Shared, "dist" | "folder" | "settings">,
  options: readonly string[],
): McpServerDefinition[] {
  if (!settings.get(AGENT_TOOLS)) return [];
  const args = [join(dist, "mcp.cjs"), "--storage", folder, ...options];
  // The executable of a desktop is VS Code itself, which then runs as Node.
  const environment = { ELECTRON_RUN_AS_NODE: "1" };
  return [new McpStdioServerDefinition("Triptych", process.execPath, args, environment)];
}
