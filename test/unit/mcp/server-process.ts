// Builds the MCP server once, and talks to it with the SDK's own client, as other programs do.
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { build } from "esbuild";
import { EXTENSION } from "../../../esbuild.js";

/** The files that the server consists of. */
const FILES = new Set(["mcp", "scan"]);

export interface Answered {
  readonly text: string;
  readonly failed: boolean;
}

export interface McpProcess {
  readonly client: Client;
  readonly tools: () => Promise<readonly Tool[]>;
  readonly call: (name: string, input?: Readonly<Record<string, unknown>>) => Promise<Answered>;
  /** What the process has written to standard error. */
  readonly errors: () => string;
}

/** Builds the server into a folder of its own. */
export async function builtServer() {
  const root = await mkdtemp(join(tmpdir(), "triptych-mcp-"));
  const dist = join(root, "dist");
  await mkdir(dist);
  await copyFile("package.json", join(root, "package.json"));
  for (const each of EXTENSION) {
    const entries = Object.entries(each.entryPoints).filter(([name]) => FILES.has(name));
    if (entries.length === 0) continue;
    await build({ ...each, outdir: dist, entryPoints: Object.fromEntries(entries), logLevel: "silent" });
  }
  const running: Client[] = [];
  const program = join(dist, "mcp.cjs");
  return {
    program,
    start: async (options: readonly string[], environment: Record<string, string> = {}): Promise<McpProcess> => {
      const storage = await mkdtemp(join(root, "storage-"));
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [program, "--storage", storage, ...options],
        env: environment,
        stderr: "pipe",
      });
      let errors = "";
      transport.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
      const client = new Client({ name: "test", version: "1" });
      running.push(client);
      await client.connect(transport);
      return {
        client,
        tools: async () => (await client.listTools()).tools,
        call: async (name, input = {}) => {
          const result = await client.callTool({ name, arguments: input }, CallToolResultSchema, { timeout: 600_000 });
          const { content, isError = false } = CallToolResultSchema.parse(result);
          return { text: content.map((part) => (part.type === "text" ? part.text : "")).join("\n"), failed: isError };
        },
        errors: () => errors,
      };
    },
    close: async () => {
      for (const client of running) await client.close();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
