// Entry point of the scan worker: scans files in a thread, so the extension host never waits.
import { parentPort } from "node:worker_threads";
import { Scanner } from "./scanner.ts";
import type { WorkerRequest, WorkerMessage } from "./worker-messages.ts";

const scanner = new Scanner();
const post = (message: WorkerMessage): void => parentPort?.postMessage(message);

parentPort?.on("message", (request: WorkerRequest) => {
  switch (request.type) {
    case "signatures":
      scanner.use(request.trackers);
      break;
    case "scan":
      post({ type: "found", ...scanner.scan(request.folders, (done, of) => post({ type: "progress", done, of })) });
      break;
    case "changed":
      post({ type: "found", ...scanner.rescan(request.paths) });
      break;
    case "text":
      post({ type: "found", ...scanner.text(request.path, request.text) });
      break;
  }
});
