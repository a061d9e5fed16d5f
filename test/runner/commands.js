// Which test files each command runs: `npm test` those of every change, `npm run test:rest` the long remainder. A file
// that isn't listed here is in `npm test`. Both run the same files whatever the machine; `npm run test:LAYER` runs all of
// a layer.

/** End-to-end tests of `npm test`: a journey through each wing, the start, and a restart. */
export const JOURNEYS = new Set([
  "e2e/start.test.ts",
  "e2e/trackers/trackers.test.ts",
  "e2e/issues/issues.test.ts",
  "e2e/issues/crash.test.ts",
  "e2e/blocks/blocks.test.ts",
]);

/** Files and folders of `npm run test:rest`, except the journeys. */
const REST = [
  // The other end-to-end tests, with every scene of the screenshots and accessibility in all themes.
  "e2e/",
  // Writing under faults, and attacks.
  "storm/",
  // Memory.
  "host/workbench/closed-panels.test.ts",
  "unit/memory/",
  // Texts and responses of many megabytes.
  "gallery/issues/hostile.test.ts",
  "host/hostile-answers.test.ts",
  "host/issues/hostile.test.ts",
  "host/issues/long-text.test.ts",
  "host/workbench/long-log.test.ts",
  "unit/scan/long-files.test.ts",
  // A thousand comments, compared with Git.
  "unit/issues/random-lines.test.ts",
  // Accessibility in all themes.
  "gallery/accessibility.test.ts",
  "gallery/issues/accessibility.test.ts",
];

/** True if only `npm run test:rest` runs the file. @param {string} file with its layer, such as `e2e/log.test.ts` */
export function isRest(file) {
  return !JOURNEYS.has(file) && REST.some((each) => file.startsWith(each));
}

/** These take longest, so they start first: otherwise, one process would run them while the others have nothing to do. */
export const LONGEST = ["e2e/screenshots.test.ts", "e2e/start.test.ts", "unit/memory/memory.test.ts"];

/** Host tests that `npm run bench` also measures: they do what could block the extension host. */
const MEASURED_IN_HOST = new Set([
  "hostile-answers.test.ts",
  "issues/hostile.test.ts",
  "issues/long-text.test.ts",
  "trackers/workspace-changes.test.ts",
  "workbench/closed-panels.test.ts",
  "workbench/long-log.test.ts",
]);

/** @param {string} name of a file in `test/host` */
export function isMeasuredInHost(name) {
  return MEASURED_IN_HOST.has(name);
}
