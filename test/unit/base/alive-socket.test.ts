// The socket that shows that a process is alive survives errors of its system.
import assert from "node:assert/strict";
import { Server } from "node:net";
import { tmpdir } from "node:os";
import { isAlive, openAliveSocket, socketPlaces } from "../../../src/base/processes/alive-socket.ts";

describe("A socket that shows that its process is alive", () => {
  it("survives connections that fail, such as without free file handles", async () => {
    const { unref } = Server.prototype;
    const servers: Server[] = [];
    Server.prototype.unref = function () {
      servers.push(this);
      return unref.call(this);
    };
    try {
      const socket = await openAliveSocket(socketPlaces(tmpdir()));
      const [server] = servers;
      for (let count = 0; count < 2; count += 1)
        assert.doesNotThrow(() => server?.emit("error", Object.assign(new Error("accept"), { code: "EMFILE" })));
      assert.equal(servers.length, 1);
      assert.equal(await isAlive(socket.address), true);
      await socket.close();
    } finally {
      Server.prototype.unref = unref;
    }
  });
});
