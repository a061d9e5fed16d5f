// One window of several: tries to hold a name when it is told to, and reports what came of it.
import { MachineLock } from "../../../src/base/machine-lock.ts";

const [folder = "", socketFolder = ""] = process.argv.slice(2);
const lock = new MachineLock({
  folder,
  ...(socketFolder === "" ? {} : { places: (name) => [`${socketFolder}/${name}.alive`] }),
});
let letGo: () => void = () => undefined;

process.on("message", (told) => {
  if (told === "let go") letGo();
  if (told !== "hold") return;
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
