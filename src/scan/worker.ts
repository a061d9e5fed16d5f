// Entry point of the scan thread: scans files, so the extension host never waits.
import { parentPort } from "node:worker_threads";
import { answerRequests } from "../base/tasks/worker-thread.ts";
import { Scanner } from "./scanner.ts";
import type { Scanned, ScanProgress, ScanRequest } from "./worker-messages.ts";

const scanner = new Scanner();

const answer = answerRequests<ScanRequest, Scanned, ScanProgress>((request, { reply, report }) => {
  switch (request.type) {
    case "signatures":
      scanner.use(request.trackers);
      break;
    case "scan":
      reply(scanner.scan(request.folders, (done, of) => report({ done, of })));
      break;
    case "changed":
      reply(scanner.rescan(request.paths));
      break;
    case "text":
      reply(scanner.text(request.path, request.text));
      break;
  }
});
parentPort?.on("message", answer);
