// Entry point of the thread that reads apps, so that a hostile one can neither block nor fill the extension host.
import { parentPort } from "node:worker_threads";
import { answerRequests } from "../../base/tasks/worker-thread.ts";
import type { ApkReport } from "./apk-report.ts";
import type { ApkProgress, ApkRequest } from "./apk-thread.ts";
import { readApk } from "./read-apk.ts";

const PERCENT = 100;

const answer = answerRequests<ApkRequest, ApkReport, ApkProgress>(({ path, splits, trackers }, { reply, report }) => {
  let shown = -1;
  const onProgress = (done: number, of: number): void => {
    const percent = Math.floor((PERCENT * done) / Math.max(1, of));
    if (percent === shown) return;
    shown = percent;
    report({ done, of });
  };
  reply(readApk(path, trackers, { splits, onProgress }));
});
parentPort?.on("message", answer);
