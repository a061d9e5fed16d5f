/**
 * The settings that point the wings at the sandbox.
 * @param {Record<string, string>} origins of its services, by name
 */
export function sandboxSettings(origins) {
  return {
    "triptych.trackers.url": origins["trackers"],
    "triptych.issues.url": origins["forgejo"],
    "triptych.blocks.networks": [`sandbox ${origins["blocks"]}`, `sandbox-int64 ${origins["blocks-int64"]}`],
  };
}
