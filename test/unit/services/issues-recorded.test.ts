// The sandbox's issue servers respond like the recorded ones, except for listed differences.
import assert from "node:assert/strict";
import { differences, recordingsOf } from "../../services/issues/recorded.js";
import { unlisted } from "../../services/real/replay.js";
import { withServer } from "./issues-server.ts";

/** Intended differences from the recorded servers. */
const INTENDED: { request: string; differs: string; because: string }[] = [];

describe("The recorded responses of the issue servers", () => {
  for (const server of ["forgejo", "gitea"] as const) {
    it(`match the sandbox's ${server}, except for the listed differences`, async () => {
      await withServer(server, async (here) => {
        const recordings = recordingsOf(server);
        const found = [];
        for (const { case: name, request, answer } of recordings) {
          const as = request.as === "anonymous" ? "" : request.as;
          const answered = await here.ask(as, request.method, request.path, request.body ?? undefined);
          for (const differs of differences(answer, answered)) found.push({ request: `${server}: ${name}`, differs });
        }
        assert.equal(recordings.length, 73);
        const listed = INTENDED.filter(({ request }) => request.startsWith(`${server}:`));
        assert.deepEqual(unlisted(found, listed), { unexpected: [], stale: [] });
      });
    });
  }
});
