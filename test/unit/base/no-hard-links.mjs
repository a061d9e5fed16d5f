// Loaded before a process: its file system has no hard links, as FAT, exFAT and many network shares have none.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.promises.link = () =>
  Promise.reject(Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM", syscall: "link" }));
syncBuiltinESMExports();
