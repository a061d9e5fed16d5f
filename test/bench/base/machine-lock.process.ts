// One of several processes that request the same lock repeatedly. Reports when another one holds it at the same time.
import { readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { LOCKERS, openLocker } from "./lockers.ts";

const [locker = "", folder = "", skewMs = "0"] = process.argv.slice(2);
const name = LOCKERS.find((each) => each === locker) ?? LOCKERS[0];

// A clock that is ahead or behind.
const { now } = Date;
Date.now = () => now() + Number(skewMs);

const tryHold = openLocker(name, join(folder, "lock"));
const inside = join(folder, "inside");
let holdMs = 2;

function enter(): void {
  try {
    // A link is created together with its target, even if the process is killed at that moment.
    symlinkSync(String(process.pid), inside);
  } catch {
    // A killed process may have left it behind. The parent knows which process it killed.
    const beside = Number(readlinkSync(inside));
    process.send?.({ what: "beside", pid: beside, at: now() });
    rmSync(inside, { force: true });
  }
}

async function work(): Promise<void> {
  enter();
  process.send?.({ what: "inside", pid: process.pid, at: now() });
  await new Promise((resolve) => setTimeout(resolve, holdMs));
  rmSync(inside, { force: true });
}

async function loop(): Promise<void> {
  for (;;) {
    const outcome = await tryHold("draft", work);
    if (outcome === "alone") process.send?.({ what: "alone", pid: process.pid, at: now() });
    if (outcome !== "held") await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

process.on("message", (message) => {
  if (typeof message === "number") holdMs = message;
  void loop();
});
process.send?.({ what: "ready", pid: process.pid, at: now() });
