// The thread that holds the list of all apps, for tests that run without a build of the extension.
export * from "../../../src/trackers/app-list/worker.ts";
