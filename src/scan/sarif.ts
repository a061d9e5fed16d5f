// Findings as SARIF 2.1.0, for code scanning in forges and editors.
import { encodePart } from "../base/origin.ts";
import type { FoundTracker } from "./file-facts.ts";

/** Inputs of a SARIF file. */
export interface SarifInput {
  readonly places: readonly FoundTracker[];
  readonly getTrackerName: (tracker: number) => string;
  /** Path of a file relative to the project, with `/` as separator. */
  readonly relative: (file: string) => string;
  readonly trackerPage: (tracker: number) => string;
  /** What the scan did not look at, one sentence each. */
  readonly missed: readonly string[];
}

/** Says in which builds a finding is, in English, as the output for other programs. */
export function describeOnlyIn({ scope, variants }: Pick<FoundTracker, "scope" | "variants">): string {
  if (scope === "tests") return " (only in tests)";
  const names = variants.length === 0 && scope === "debug" ? ["debug"] : variants;
  return names.length === 0 ? "" : ` (only in ${names.join(" and ")} builds)`;
}

export function toSarif({ places, relative, ...rest }: SarifInput) {
  return toSarifLog({
    ...rest,
    results: places.flatMap(({ file, kind, spot, scope, variants, text, trackers: matches }) =>
      matches.map(({ tracker, signature }) => ({
        tracker,
        isInApp: scope === "app",
        text: `${text} belongs to ${rest.getTrackerName(tracker)}${describeOnlyIn({ scope, variants })}.`,
        file: relative(file),
        region: { startLine: spot.line + 1, startColumn: spot.from + 1, endColumn: spot.to + 1 },
        properties: { kind, signature },
      })),
    ),
  });
}

/** Evidence of a tracker. */
export interface SarifResult {
  readonly tracker: number;
  /** Whether what users install contains it. */
  readonly isInApp: boolean;
  readonly text: string;
  /** Relative path, with `/` as separator. */
  readonly file: string;
  /** The part of a text file. */
  readonly region?: object;
  readonly properties: object;
}

export function toSarifLog({
  results,
  getTrackerName,
  trackerPage,
  missed,
}: Omit<SarifInput, "places" | "relative"> & { readonly results: readonly SarifResult[] }) {
  const trackers = [...new Set(results.map(({ tracker }) => tracker))].toSorted((a, b) => a - b);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Triptych",
            rules: trackers.map((id) => ({
              id: ruleId(id),
              name: getTrackerName(id),
              shortDescription: toMessage(`The app contains ${getTrackerName(id)}.`),
              helpUri: trackerPage(id),
              properties: { tags: ["privacy", "tracker"] },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: missed.length === 0,
            toolExecutionNotifications: missed.map((text) => ({ level: "error", message: toMessage(text) })),
          },
        ],
        columnKind: "utf16CodeUnits",
        results: results.map(({ tracker, isInApp, text, file, region, properties }) => ({
          ruleId: ruleId(tracker),
          ruleIndex: trackers.indexOf(tracker),
          level: isInApp ? "warning" : "note",
          message: toMessage(text),
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: toRelativeUri(file), uriBaseId: "%SRCROOT%" },
                ...(region === undefined ? {} : { region }),
              },
            },
          ],
          properties,
        })),
      },
    ],
  };
}

/** Names from a server must not become links or placeholders, which SARIF has in plain text too. */
function toMessage(text: string): { readonly text: string } {
  return { text: text.replace(/[\\[\]]/g, "\\$&").replace(/[{}]/g, "$&$&") };
}

function ruleId(tracker: number): string {
  return `tracker-${tracker}`;
}

function toRelativeUri(path: string): string {
  return path.split("/").map(encodePart).join("/");
}
