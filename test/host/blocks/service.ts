// Controls the sandbox's mirror node, which runs in another process, from tests in the extension host.
import assert from "node:assert/strict";

export async function blocksService() {
  const control = process.env["TRIPTYCH_SANDBOX"] ?? assert.fail("the runner names no sandbox");
  const send = async (method: string, path: string, body: unknown = {}): Promise<unknown> => {
    const answer = await fetch(`${control}/blocks/${path}`, {
      method,
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });
    assert.equal(answer.status, 200, `${method} ${path}`);
    return await answer.json();
  };
  const origins = (await (await fetch(control)).json()) as { readonly blocks: string; readonly "blocks-int64": string };
  return {
    origin: origins.blocks,
    int64: origins["blocks-int64"],
    reset: () => send("POST", "reset"),
    fault: (fault: Readonly<Record<string, unknown>>) => send("POST", "faults", fault),
    mend: () => send("DELETE", "faults"),
    act: (action: string, given: Readonly<Record<string, unknown>>) => send("POST", `do/${action}`, given),
    /** The requests so far, decoded, in order. */
    targets: async () => {
      const journal = (await send("GET", "journal")) as readonly { readonly target: string }[];
      return journal.map(({ target }) => decodeURIComponent(target));
    },
  };
}

export type BlocksService = Awaited<ReturnType<typeof blocksService>>;
