// What the test runner says when a browser, a port or the VS Code server isn't available.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { launchBrowser } from "../../runner/browser.js";
import { serveToPerson } from "../../runner/front.js";
import { UserError } from "../../runner/tools.js";
import { startVsCode } from "../../runner/vscode.js";

function userError(words: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof UserError, String(error));
    assert.match(error.message, words);
    return true;
  };
}

describe("The runner", () => {
  it("says what to do if a browser is named and missing", async () => {
    process.env["CHROME_PATH"] = "/nowhere/chrome";
    try {
      await assert.rejects(
        launchBrowser(),
        userError(/CHROME_PATH is set to \/nowhere\/chrome, .*Correct it, or unset it/),
      );
    } finally {
      delete process.env["CHROME_PATH"];
    }
  });

  it("says what to do if the VS Code server ends before it is ready", async () => {
    const busy = await occupied();
    try {
      await assert.rejects(
        startVsCode({ port: busy.port }),
        userError(/Port \d+ is in use\. Name another with --port/),
      );
    } finally {
      busy.close();
    }
  });

  it("says what to do if the preview port is in use", async () => {
    const busy = await occupied();
    try {
      await assert.rejects(
        serveToPerson({ server: "http://127.0.0.1:1", token: "t", port: busy.port }),
        userError(/Port \d+ is in use\. Name another with --port/),
      );
    } finally {
      busy.close();
    }
  });

  it("reports a VS Code server that dies while in use", async () => {
    const server = await startVsCode({});
    try {
      process.kill(server.pid ?? 0, "SIGKILL");
      await assert.rejects(server.died, userError(/server ended while it was in use/));
    } finally {
      await server.stop();
    }
  });

  it("returns the key of the secrets only to the browser that has the connection token", async () => {
    const front = await serveToPerson({ server: "http://127.0.0.1:1", token: "secret", port: 0 });
    try {
      const key = await fetch(`${front.origin}/mint-key`, { headers: { cookie: "a=b; vscode-tkn=secret" } });
      assert.equal((await key.arrayBuffer()).byteLength, 32);
      const none = await fetch(`${front.origin}/mint-key`, { headers: { cookie: "vscode-tkn=guess" } });
      assert.equal(none.status, 403);
      assert.equal((await none.arrayBuffer()).byteLength, 0);
    } finally {
      await front.close();
    }
  });

  it("says to start again if the server behind it is gone", async () => {
    const front = await serveToPerson({ server: "http://127.0.0.1:1", token: "secret", port: 0 });
    try {
      const answer = await fetch(front.origin);
      assert.equal(answer.status, 502);
      assert.match(await answer.text(), /run it again/);
    } finally {
      await front.close();
    }
  });
});

async function occupied(): Promise<{ port: number; close: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return { port: address.port, close: () => server.close() };
}
