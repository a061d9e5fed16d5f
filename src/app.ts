// Everything that is loaded on first use. The build puts it into one file, beside the one that starts with the window.
export * as blocks from "./blocks/wing.ts";
export { buildApi } from "./extension-api/build-api.ts";
export * as issues from "./issues/wing.ts";
export { buildServices } from "./services.ts";
export * as trackers from "./trackers/wing.ts";
