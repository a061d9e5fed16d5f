// Five public apps, each generated from the facts of its build files in every way that projects declare libraries: the
// scan finds what is in them and nothing else.
import assert from "node:assert/strict";
import { joinFindings } from "../../../src/scan/join-findings.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { Signatures } from "../../../src/scan/signatures/signatures.ts";
import { trackerList } from "../../services/trackers/list.js";
import { FORMS, PUBLIC_APPS } from "./public-apps.ts";

/** Trackers of these apps that the sandbox's excerpt of the public list lacks, with their public signatures. */
const MORE = [
  { id: 2001, name: "Sentry", code: "io.sentry.", network: "sentry\\.io" },
  { id: 2002, name: "PostHog", code: "com.posthog.", network: "posthog\\.com" },
  { id: 2003, name: "ACRA", code: "org.acra.", network: "" },
];

describe("A scan of a public app", () => {
  const known = [...trackerList().values()]
    .map(({ id, name, code_signature: code, network_signature: network }) => ({ id, name, code, network }))
    .concat(MORE);
  const signatures = new Signatures(known);
  const names = new Map(known.map(({ id, name }) => [id, name]));

  for (const app of PUBLIC_APPS) {
    for (const [form, generate] of Object.entries(FORMS)) {
      it(`finds the trackers of ${app.name}, with its libraries ${form}`, () => {
        const files = Object.entries(generate(app)).map(
          ([path, text]) => [`/w/${path}`, scanFile(`/w/${path}`, text, signatures)] as const,
        );
        const { trackers, apps, unknownIds } = joinFindings(files);
        const found = trackers
          .filter(({ scope }) => scope === "app")
          .flatMap(({ kind, trackers: each }) => each.map(({ tracker }) => `${kind} ${names.get(tracker) ?? ""}`));
        assert.deepEqual([...new Set(found)].sort(), app.carries, app.source);
        assert.deepEqual(
          apps.map(({ handle }) => handle),
          app.ids,
        );
        assert.deepEqual(unknownIds, []);
      });
    }
  }
});
