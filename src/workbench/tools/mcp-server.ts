// The MCP server with the same tools, for agents that know no tools of VS Code. It gets no tokens.
import { join } from "node:path";
import { McpStdioServerDefinition } from "vscode";
import { AGENT_TOOLS } from "../settings.ts";
import type { Shared } from "../wings/shared.ts";

export function describeMcpServer(
  { dist, folder, settings }: Pick<Shared, "dist" | "folder" | "settings">,
  forbidden: readonly string[],
  options: readonly string[],
): McpStdioServerDefinition | undefined {
  if (!settings.get(AGENT_TOOLS)) return undefined;
  const forbid = forbidden.flatMap((origin) => ["--forbid", origin]);
  const args = [join(dist, "mcp.cjs"), "--storage", folder, ...forbid, ...options];
  // The executable of a desktop is VS Code itself, which then runs as Node.
  return new McpStdioServerDefinition("Triptych", process.execPath, args, { ELECTRON_RUN_AS_NODE: "1" });
}
