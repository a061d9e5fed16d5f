// Two machines edit one comment at the same moment, and each overwritten edit is noticed.
import assert from "node:assert/strict";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import type { Outcome } from "../../../src/issues/writing/drafts/outcome.ts";
import { machine } from "./machine.ts";
import { windowAt } from "./signed-in-window.ts";

const ROUNDS = 8;
/** High enough that each check comes after the writes that started at the same moment. */
const LATENCY_MS = 60;

describe("One comment that two machines edit at the same moment", () => {
  const at = windowAt("forgejo");

  /** Whether the comment was loaded between the writes of the two texts. */
  const wasReadBefore = (text: string, other: string | undefined): boolean => {
    const { journal } = at.forge.service;
    const wrote = (body: string | undefined) =>
      journal.findIndex((each) => each.method === "PATCH" && each.body === JSON.stringify({ body }));
    const between = journal.slice(wrote(text) + 1, wrote(other));
    return between.some(({ method, target }) => method === "GET" && target.includes("/issues/comments/301"));
  };

  // No server keeps one machine from writing between another's check and its write. The look that follows each edit
  // has to find everything that was written before it.
  it("offers to merge every edit that is overwritten before it was loaded again, in 16 edits", async () => {
    const away = await machine();
    try {
      const other = away.open(at.forge.base);
      await other.signIn("alice");
      const place = places.comment(at.thread(1n), 301n);
      const body = () => at.forge.api("alice").comment({ owner: "alice", name: "demo" }, 301n);
      at.forge.service.faults.add({ kind: "delay", ms: LATENCY_MS, method: "GET", path: "/issues/comments/301" });
      for (let round = 0; round < ROUNDS; round += 1) {
        const opened = { title: undefined, body: (await body())?.body ?? assert.fail(), version: undefined };
        const edit = async ({ services }: Pick<typeof other, "services">, text: string): Promise<Outcome> => {
          const { drafts, sender } = services.writing;
          await drafts.remove(place);
          await drafts.begin(place, { opened, author: "alice" });
          await drafts.save(place, text);
          return await sender.send(place);
        };
        const texts = [`here ${round}`, `there ${round}`] as const;
        const [here, there] = await Promise.all([edit(at, texts[0]), edit(other, texts[1])]);
        const now = (await body())?.body;
        for (const [outcome, text] of [
          [here, texts[0]],
          [there, texts[1]],
        ] as const) {
          if (!outcome.sent) assert.deepEqual([outcome.why, outcome.theirs?.body], ["conflict", now], "it is offered");
          else if (now !== text) assert.ok(wasReadBefore(text, now), "it was overwritten before it was read again");
        }
        assert.ok(here.sent || there.sent, "one of them is there");
      }
    } finally {
      await away.close();
    }
  });
});
