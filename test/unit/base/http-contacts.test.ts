// What is counted of each server, and how a forbidden one is kept from being contacted.
import assert from "node:assert/strict";
import { Contacts, runOnBehalf, type Contact } from "../../../src/base/http/contacts.ts";
import { after } from "../../../src/workbench/poller.ts";
import { every } from "../../../src/workbench/timer.ts";
import { clientOf, json, problemOf, Services } from "./service.ts";

describe("The requests to a server", () => {
  const services = new Services();
  let forbidden: Set<string>;
  let contacts: Contacts;
  beforeEach(() => {
    forbidden = new Set();
    contacts = new Contacts({ now: () => 1000, isForbidden: (origin) => forbidden.has(origin) });
  });
  afterEach(() => services.close());

  const contact = (origin: string): Contact =>
    contacts.list().find((each) => each.origin === origin) ?? assert.fail(`${origin} is not listed`);
  const credential = (origin: string) => () => Promise.resolve({ origin, scheme: "token", value: "s3cr3t" });

  it("are counted with their purpose, size, token and last status, without paths and tokens", async () => {
    const { origin } = await services.start(() => json(200, { a: 1 }));
    await clientOf(origin, { contacts, purpose: "threads" }).get("/private/name", { query: { q: "x" } });
    const writer = clientOf(origin, { contacts, purpose: "threads", credential: credential(origin) });
    await writer.request({ method: "POST", path: "/p", json: { b: 22 } });
    const { purposes, ...counted } = contact(origin);
    assert.deepEqual([...purposes], [["threads", 2]]);
    assert.deepEqual(counted, {
      origin,
      requests: 2,
      withToken: 1,
      sentBytes: "/private/name?q=x".length + "/p".length + '{"b":22}'.length,
      receivedBytes: 2 * '{"a":1}'.length,
      last: { at: 1000, outcome: { status: 200 } },
    });
    assert.doesNotMatch(JSON.stringify(contacts.list()), /private|s3cr3t/);
  });

  it("of an agent have its purpose, also if they start later", async () => {
    const { origin } = await services.start();
    const client = clientOf(origin, { contacts, purpose: "threads" });
    await Promise.all([
      client.get("/a"),
      runOnBehalf("agents", async () => {
        await Promise.resolve();
        await client.get("/b");
      }),
    ]);
    assert.deepEqual(
      new Map(contact(origin).purposes),
      new Map([
        ["threads", 1],
        ["agents", 1],
      ]),
    );
  });

  it("of a timer that an agent's call set have the purpose of their client", async () => {
    const { origin } = await services.start();
    const client = clientOf(origin, { contacts, purpose: "threads" });
    await runOnBehalf("agents", async () => {
      for (const start of [after, every]) {
        await new Promise<void>((resolve, reject) => {
          const timer = start(0, () => {
            timer.dispose();
            client.get("/a").then(() => resolve(), reject);
          });
        });
      }
    });
    assert.deepEqual([...contact(origin).purposes], [["threads", 2]]);
  });

  it("are counted once per attempt, however a retry and a redirect lead there", async () => {
    const service = await services.start();
    const { origin } = service;
    service.faults.add({ kind: "status", status: 503, times: 1 });
    service.faults.add({ kind: "redirect", status: 302, location: "/new", path: "old" });
    await clientOf(origin, { contacts, purpose: "reports" }).get("/old");
    assert.deepEqual([contact(origin).requests, service.journal.length], [3, 3]);
  });

  it("are refused while it is forbidden, before anything is sent", async () => {
    const service = await services.start();
    const { origin } = service;
    const client = clientOf(origin, { contacts, purpose: "threads", credential: credential(origin) });
    forbidden.add(origin);
    for (const method of ["GET", "POST"] as const) {
      const { kind, remedies, facts } = await problemOf(client.request({ method, path: "/a" }));
      assert.deepEqual([kind, remedies, facts.origin], ["forbiddenServer", ["allowServer"], origin]);
      assert.equal(facts.wrote, method === "GET" ? undefined : "no");
    }
    assert.deepEqual([service.journal, contacts.list()], [[], []]);
    forbidden.clear();
    await client.get("/a");
    assert.deepEqual([service.journal.length, contact(origin).requests], [1, 1]);
  });

  it("are refused if a redirect leads to it", async () => {
    const target = await services.start();
    const service = await services.start();
    service.faults.add({ kind: "redirect", status: 302, location: `${target.origin}/image`, path: "old" });
    forbidden.add(target.origin);
    const client = clientOf(service.origin, { contacts, purpose: "images" });
    const problem = await problemOf(client.bytes({ path: "/old", mayRedirectTo: () => true }));
    assert.deepEqual([problem.kind, problem.facts.origin], ["forbiddenServer", target.origin]);
    assert.equal(target.journal.length, 0);
  });

  it("are refused if it was forbidden while they waited", async () => {
    const service = await services.start();
    const budget = {
      take: () => Promise.resolve(void forbidden.add(service.origin)),
      pauseUntil: () => Promise.resolve(),
    };
    const problem = await problemOf(clientOf(service.origin, { contacts, purpose: "threads", budget }).get("/a"));
    assert.deepEqual([problem.kind, service.journal.length], ["forbiddenServer", 0]);
  });
});
