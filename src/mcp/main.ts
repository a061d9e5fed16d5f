// `node mcp.cjs`: the tools for agents as an MCP server on standard input and output, without VS Code.
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as v from "valibot";
import { readText } from "../workbench/storage/shared-files.ts";
import { blockSettings, offerBlocks } from "./blocks.ts";
import { issueSettings, offerIssues } from "./issues.ts";
import { parseOptions, USAGE } from "./options.ts";
import { createServer } from "./server.ts";
import { buildHeadless } from "./services.ts";
import { offerTrackers, trackerSettings } from "./trackers.ts";

const EXIT_MISUSED = 2;

async function serve(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  const services = await buildHeadless(
    { ...trackerSettings(options), ...issueSettings(options), ...blockSettings(options) },
    options.forbidden,
    options.storage,
  );
  const dist = dirname(realpathSync(process.argv[1] ?? ""));
  const tools = [
    ...(await offerTrackers(services, options, dist)),
    ...(await offerIssues(services, options)),
    ...offerBlocks(services),
  ];
  await createServer(await readVersion(dist), tools, services.redactor).connect(new StdioServerTransport());
}

async function readVersion(dist: string): Promise<string> {
  const manifest: unknown = JSON.parse((await readText(join(dist, "..", "package.json"))) ?? "{}");
  return v.parse(v.object({ version: v.string() }), manifest).version;
}

/** Messages of the protocol are on standard output, and nothing else. */
function reportMisuse(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = EXIT_MISUSED;
}

if (process.argv.includes("--help")) process.stdout.write(USAGE);
else if (!("rawJSON" in JSON))
  reportMisuse(new Error("Node 22 or later is required: earlier ones round large numbers"));
else {
  serve().catch(reportMisuse);
}
