// Measures how soon the packaged MCP server answers, and its memory and size, compared with a server of the same SDK that
// has one tool.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { ROOT } from "../../runner/tools.js";
import { medianOf, reportRatio } from "../results.ts";

const ROUNDS = 9;
/** The unit of processor times on Linux. */
const TICK_MS = 10;
const MEGABYTE = 1_000_000;
const PROGRAM = join(ROOT, "out/package/dist/mcp.cjs");

interface Started {
  /** Milliseconds from the start of the process. */
  readonly initialized: number;
  readonly listed: number;
  /** Milliseconds of processor time up to the list, which other programs on the machine don't affect. */
  readonly processor: number;
  /** Bytes after the list. */
  readonly memory: number;
}

describe("the start of the MCP server", function () {
  this.timeout(600_000);
  const ours: Started[] = [];
  const theirs: Started[] = [];
  const node: number[] = [];
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-mcp-start-"));
    const bareServer = join(folder, "bare.cjs");
    const source = join(ROOT, "test/bench/mcp/bare-server.process.ts");
    await build({ entryPoints: [source], outfile: bareServer, bundle: true, minify: true, platform: "node" });
    // The first round warms up the disk.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measured = {
        ours: await start([PROGRAM, "--storage", join(folder, "storage")]),
        bare: await start([bareServer]),
        node: await timed(async () => void (await once(spawn(process.execPath, ["-e", "0"]), "exit"))),
      };
      if (round === 0) continue;
      ours.push(measured.ours);
      theirs.push(measured.bare);
      node.push(measured.node);
    }
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  const compare = async (name: string, value: keyof Started, goal: number, unit: readonly [number, string]) => {
    const [own, bare] = [ours.map((each) => each[value]), theirs.map((each) => each[value])];
    const ratio = await reportRatio({
      name,
      against: "a server of the SDK with one tool",
      ours: own,
      theirs: bare,
      goal,
    });
    const [one, other] = [own, bare].map((each) => (medianOf(each) / unit[0]).toFixed(0));
    console.log(`      ${one} : ${other} ${unit[1]}`);
    assert.ok(ratio <= goal);
  };

  it("answers `initialize` and lists the tools in at most three times the time", async () => {
    console.log(`      \`node -e 0\` takes ${medianOf(node).toFixed(0)} ms`);
    await compare("MCP server: initialize", "initialized", 3, [1, "ms"]);
    await compare("MCP server: initialize and list tools", "listed", 3, [1, "ms"]);
    await compare("MCP server: processor", "processor", 3, [1, "ms"]);
  });

  it("takes at most 1.5 times the memory", () => compare("MCP server: memory", "memory", 1.5, [MEGABYTE, "MB"]));

  it("is at most 0.3 MB of the package", async () => {
    const packed = deflateRawSync(await readFile(PROGRAM), { level: 9 }).length;
    const ratio = await reportRatio({
      name: "the MCP server in the package",
      against: "0.3 MB",
      ours: [packed],
      theirs: [0.3 * MEGABYTE],
      goal: 1,
    });
    console.log(`      ${(packed / 1000).toFixed(0)} KB`);
    assert.ok(ratio <= 1);
  });
});

/** Starts a server, and talks to it as a client does until it has listed its tools. */
async function start(args: readonly string[]): Promise<Started> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answered = async (id: number): Promise<number> => {
    const { value } = (await lines.next()) as { readonly value: string };
    assert.match(value, new RegExp(`"id":${id}\\b`));
    assert.match(value, /"result":/);
    return performance.now() - startedAt;
  };
  const exit = once(child, "exit");
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  send({ id: 1, method: "initialize", params: client });
  const initialized = await answered(1);
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list" });
  const listed = await answered(2);
  const [user, system] = (await readFile(`/proc/${child.pid}/stat`, "utf8")).split(" ").slice(13, 15);
  const [, kilobytes = ""] = /^VmRSS:\s*(\d+) kB$/m.exec(await readFile(`/proc/${child.pid}/status`, "utf8")) ?? [];
  child.stdin.end();
  await exit;
  const processor = (Number(user) + Number(system)) * TICK_MS;
  return { initialized, listed, processor, memory: Number(kilobytes) * 1024 };
}

async function timed(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
