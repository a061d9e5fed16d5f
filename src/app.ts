// Everything that is loaded on first use. The build puts it into one file, beside the one that starts with the window.
export { takeOverNetworks } from "./blocks/network/former-settings.ts";
export * as blocks from "./blocks/wing.ts";
export * as issues from "./issues/wing.ts";
export { buildServices } from "./services.ts";
export { userConfiguration } from "./workbench/configuration.ts";
export * as trackers from "./trackers/wing.ts";
