// Starts the sandbox's εxodus instance in the process of the tests.
import { Clock } from "../../services/core/clock.js";
import { KEYS } from "../../services/trackers/access.js";
import { trackersService } from "../../services/trackers/index.js";
import { ExodusApi } from "../../../src/trackers/api/exodus-api.ts";
import { DownloadParser } from "../../../src/trackers/app-list/download-parser.ts";
import { clientOf } from "../base/service.ts";

export { KEYS };

export async function startTrackers(scale = 1) {
  const { service, actions, clock } = trackersService({ seed: "1", scale, clock: new Clock() });
  await service.listen(0);
  const add = actions["addReport"];
  const start = actions["startAnalysis"];
  if (add === undefined || start === undefined) throw new Error("the sandbox has lost an action");
  actions["setLimits"]?.({ enabled: false });
  return {
    service,
    clock,
    actions,
    addReport: (report: Readonly<Record<string, unknown>>) => add(report),
    startAnalysis: (report: Readonly<Record<string, unknown>>) => start(report),
    /** The API with this key, or without a key. */
    api: (key?: string) => {
      const origin = service.origin;
      const credential = key === undefined ? undefined : { origin, scheme: "Token", value: key };
      return new ExodusApi(clientOf(origin, { credential: () => Promise.resolve(credential) }));
    },
    /** Answers every matching request with this body from now on. */
    answer: (path: string, body: unknown) => {
      service.faults.add({
        kind: "status",
        status: 200,
        path,
        headers: { "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    },
    reset: () => {
      service.faults.clear();
      service.journal = [];
    },
    close: () => service.close(),
  };
}

/** Parses a list of all apps like its thread. */
export async function parseList(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const parser = new DownloadParser();
  for await (const chunk of chunks) parser.add(chunk);
  return parser.finish();
}

export type TrackersService = Awaited<ReturnType<typeof startTrackers>>;
