// Starts HTTP services that fail on demand, and clients for them that never really wait.
import { Contacts } from "../../../src/base/http/contacts.ts";
import { Client, type ClientOptions } from "../../../src/base/http/client.ts";
import { asProblem, type Problem } from "../../../src/base/problem.ts";
import { Service, type Answer, type Handler } from "../../services/core/service.js";

/** A JSON answer as the services write it. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** Starts services. `close` stops them at the end of a test. */
export class Services {
  readonly #running: Service[] = [];

  async start(handle: Handler = () => json(200, { ok: true })): Promise<Service> {
    const service = new Service({ name: "counterpart", handle });
    this.#running.push(service);
    await service.listen(0);
    return service;
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((service) => service.close()));
  }
}

/** How long the client would have waited, each time. */
export interface Waits {
  readonly waits: number[];
}

/** A client that never really waits. */
export function clientOf(base: string, options: Partial<ClientOptions> = {}): Client & Waits {
  const waits: number[] = [];
  const client = new Client({
    base,
    userAgent: "triptych-test/1",
    contacts: new Contacts({ now: Date.now }),
    purpose: "threads",
    random: () => 0.5,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    ...options,
  });
  return Object.assign(client, { waits });
}

/** Returns the problem that the work fails with. */
export async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    return asProblem(error);
  }
  throw new Error("It went well, though it should not have.");
}
