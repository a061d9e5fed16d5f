// Controls the sandbox's εxodus instance, which runs in another process, from tests in the extension host.
import assert from "node:assert/strict";
import { KEYS } from "./keys.ts";

export { KEYS };

export async function trackersService() {
  const control = process.env["TRIPTYCH_SANDBOX"] ?? assert.fail("the runner names no sandbox");
  const send = async (method: string, path: string, body: unknown = {}): Promise<unknown> => {
    const answer = await fetch(`${control}/trackers/${path}`, {
      method,
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });
    assert.equal(answer.status, 200, `${method} ${path}`);
    return await answer.json();
  };
  const origins = (await (await fetch(control)).json()) as { readonly trackers: string };
  return {
    origin: origins.trackers,
    reset: async () => {
      await send("POST", "reset");
      await send("POST", "do/setLimits", { enabled: false });
    },
    fault: (fault: Readonly<Record<string, unknown>>) => send("POST", "faults", fault),
    mend: () => send("DELETE", "faults"),
    act: (action: string, given: Readonly<Record<string, unknown>>) => send("POST", `do/${action}`, given),
    journal: async () =>
      (await send("GET", "journal")) as readonly { readonly target: string; readonly body: string }[],
  };
}

export type TrackersService = Awaited<ReturnType<typeof trackersService>>;
