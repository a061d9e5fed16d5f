// One window of several. When the parent requests it, tries to get the lock, and reports the result.
import { MachineLock } from "../../../src/base/processes/machine-lock.ts";

const [folder = "", socketFolder = ""] = process.argv.slice(2);
const lock = new MachineLock({
  folder,
  ...(socketFolder === "" ? {} : { places: (name) => [`${socketFolder}/${name}.alive`] }),
});
let letGo: () => void = () => undefined;

process.on("message", (message) => {
  if (message === "let go") letGo();
  if (message !== "hold") return;
  const held = lock.tryHold("draft", async ({ exclusive }) => {
    process.send?.(exclusive ? "held" : "no lock possible");
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
