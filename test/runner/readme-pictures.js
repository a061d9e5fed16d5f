// Makes the pictures of the README, one per wing, each from a few screenshots.
import { join } from "node:path";
import { writeAnimation } from "./animation.js";
import { ROOT } from "./tools.js";

/** The scenes that show the purpose of a wing, by the name of the picture. */
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
