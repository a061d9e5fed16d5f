// The pictures of the README, one per wing: a few screenshots one after the other.
import { join } from "node:path";
import { writeAnimation } from "./animation.js";
import { ROOT } from "./tools.js";

/** The scenes that show what a wing is for, by the name of the picture. */
const SCENES = {
  trackers: ["trackers-report", "trackers-timeline", "trackers-what-changed"],
  issues: ["thread", "comment-editor", "merge"],
  blocks: ["block", "block-transactions", "blocks-range"],
};

/** @param {string} screenshots the folder that the scenes are in */
export async function writeReadmePictures(screenshots) {
  for (const [wing, scenes] of Object.entries(SCENES)) {
    const frames = scenes.map((scene) => join(screenshots, `${scene}-dark.png`));
    await writeAnimation(frames, join(ROOT, "media/readme", `${wing}.png`));
  }
}
