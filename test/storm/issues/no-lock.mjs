// Loaded before a window: no process can listen anywhere, so no lock across windows can be had.
import { Server } from "node:net";

Server.prototype.listen = function listen() {
  process.nextTick(() => this.emit("error", Object.assign(new Error("listen EACCES"), { code: "EACCES" })));
  return this;
};
