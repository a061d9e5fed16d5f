// Starts the sandbox: replicas of all services that Triptych talks to, with generated content.
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { controlService } from "./core/control.js";
import { Clock } from "./core/clock.js";
import { trackersService } from "./trackers/index.js";
import { issuesService } from "./issues/index.js";
import { blocksService, int64BlocksService } from "./blocks/index.js";

/**
 * @typedef {import("./core/control.js").Controlled} Controlled
 *
 * @typedef {object} SandboxOptions
 * @property {number} [port] port of the control service; the services use the next ports. 0 (the default) uses free ports
 * @property {string} [seed] determines the generated content
 * @property {number} [scale] amount of content: 1 for a demo, 1000 for the size of the real services
 */

/** @type {Record<string, (options: { seed: string, scale: number, clock: Clock }) => Controlled>} */
const SERVICES = {
  trackers: trackersService,
  forgejo: (options) => issuesService({ ...options, personality: "forgejo" }),
  gitea: (options) => issuesService({ ...options, personality: "gitea" }),
  "gitea-1.27": (options) => issuesService({ ...options, personality: "gitea-1.27" }),
  contract: (options) => issuesService({ ...options, personality: "contract" }),
  blocks: blocksService,
  "blocks-int64": int64BlocksService,
};

/** Starts the services and their control service. @param {SandboxOptions} [options] */
export async function startSandbox({ port = 0, seed = "1", scale = 1 } = {}) {
  /** @type {Record<string, Controlled>} */
  const services = {};
  for (const [name, create] of Object.entries(SERVICES)) services[name] = create({ seed, scale, clock: new Clock() });
  const control = controlService(services);
  const all = [control, ...Object.values(services).map(({ service }) => service)];
  try {
    for (const [place, service] of all.entries()) await service.listen(port === 0 ? 0 : port + place);
  } catch (error) {
    await Promise.all(all.map((service) => service.close()));
    throw error;
  }
  return {
    control: control.origin,
    services,
    origins: Object.fromEntries(Object.entries(services).map(([name, { service }]) => [name, service.origin])),
    close: () => Promise.all(all.map((service) => service.close())),
  };
}

if (process.argv[1] !== undefined && import.meta.url.startsWith(pathToFileURL(process.argv[1]).href)) {
  const { values } = parseArgs({
    options: { port: { type: "string" }, seed: { type: "string" }, scale: { type: "string" } },
  });
  try {
    const sandbox = await startSandbox({
      port: Number(values.port ?? 0),
      seed: values.seed ?? "1",
      scale: Number(values.scale ?? 1),
    });
    console.log(JSON.stringify({ control: sandbox.control, ...sandbox.origins }, null, 2));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    console.error(`Port ${values.port} or one of the next ports is in use. Choose another with --port, or omit it.`);
    process.exitCode = 1;
  }
}
