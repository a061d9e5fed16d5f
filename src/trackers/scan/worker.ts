// Entry point of the scan worker: scans files in a thread, so the extension host never waits.
import { parentPort } from "node:worker_threads";
import { Scanner } from "./scanner.ts";
import type { WorkerRequest, WorkerMessage } from "./worker-messages.ts";

const scanner = new Scanner();
const tell = (told: WorkerMessage): void => parentPort?.postMessage(told);

parentPort?.on("message", (asked: WorkerRequest) => {
  switch (asked.type) {
    case "signatures":
      scanner.use(asked.trackers);
      break;
    case "scan":
      tell({ type: "found", ...scanner.scan(asked.folders, (done, of) => tell({ type: "progress", done, of })) });
      break;
    case "changed":
      tell({ type: "found", ...scanner.rescan(asked.paths) });
      break;
    case "text":
      tell({ type: "found", ...scanner.text(asked.path, asked.text) });
      break;
  }
});
