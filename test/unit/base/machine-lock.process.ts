// One window of several: holds a name when it is told to, and says whether it got it.
import { MachineLock } from "../../../src/base/machine-lock.ts";

const [folder = ""] = process.argv.slice(2);
const lock = new MachineLock({ folder });
let letGo: () => void = () => undefined;

process.on("message", (told) => {
  if (told === "let go") letGo();
  if (told !== "hold") return;
  const held = lock.tryHold("draft", async () => {
    process.send?.("held");
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
  });
  held.then(
    (done) => process.send?.(done === undefined ? "refused" : "done"),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.("ready");
