// Entry point of the thread that holds the list of all apps: it parses a download, and searches the list.
import { parentPort } from "node:worker_threads";
import { answerRequests } from "../../base/tasks/worker-thread.ts";
import type { ListedApp } from "../model/report.ts";
import { DownloadParser } from "./download-parser.ts";
import { readListFile, writeListFile } from "./list-file.ts";
import type { ListReply, ListRequest } from "./messages.ts";
import { AppSearch } from "./search.ts";

const download = new DownloadParser();
let apps: readonly ListedApp[] = [];
let search = new AppSearch(apps);

const answer = answerRequests<ListRequest, ListReply>((request, { reply }) => {
  switch (request.kind) {
    case "chunk":
      download.add(request.bytes);
      break;
    case "finish": {
      const { values, skipped, reasons } = download.finish();
      const { form, readAt } = request;
      const facts = { form, readAt, skipped, count: values.length };
      use(values);
      const file = writeListFile({ facts, apps });
      reply({ facts, reasons: reasons.map(({ message }) => message), file }, [file.buffer]);
      break;
    }
    case "open": {
      const saved = readListFile(request.file);
      use(saved?.apps ?? []);
      reply({ facts: saved?.facts });
      break;
    }
    case "search":
      reply({ found: search.find(request.typed) });
      break;
    case "page":
      reply({ page: apps.slice(request.from, request.to) });
      break;
  }
});
parentPort?.on("message", answer);

function use(list: readonly ListedApp[]): void {
  apps = list;
  search = new AppSearch(list);
}
