// A server of the sandbox that host tests reset, break and inspect over HTTP.
import assert from "node:assert/strict";

interface ForgeState {
  readonly repositories: readonly {
    readonly fullName: string;
    readonly issues: readonly { readonly number: number; readonly comments: readonly CommentState[] }[];
  }[];
}

interface CommentState {
  readonly id: number;
  readonly type: string;
  readonly body: string;
}

/** `server` is its name in the sandbox. */
export async function forgeService(server: "forgejo" | "gitea-1.27" = "forgejo") {
  const control = process.env["TRIPTYCH_SANDBOX"] ?? assert.fail("the runner names no sandbox");
  const send = async (method: string, path: string, body: unknown = {}): Promise<unknown> => {
    const answer = await fetch(`${control}/${server}/${path}`, {
      method,
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });
    assert.equal(answer.status, 200, `${method} ${path}`);
    return await answer.json();
  };
  const origins = (await (await fetch(control)).json()) as Readonly<Record<string, string>>;
  return {
    base: origins[server] ?? assert.fail(`the sandbox has no ${server}`),
    reset: () => send("POST", "reset"),
    fault: (fault: Readonly<Record<string, unknown>>) => send("POST", "faults", fault),
    mend: () => send("DELETE", "faults"),
    act: (action: string, given: Readonly<Record<string, unknown>> = {}) => send("POST", `do/${action}`, given),
    /** All requests so far, in order. */
    asked: async () => {
      const journal = (await send("GET", "journal")) as readonly { readonly method: string; readonly target: string }[];
      return journal.map(({ method, target }) => `${method} ${decodeURIComponent(target)}`);
    },
    /** The texts of the plain comments of an issue. */
    texts: async (issue: number, repo = "alice/demo") => {
      const { repositories } = (await send("GET", "state")) as ForgeState;
      const found = repositories.find(({ fullName }) => fullName === repo);
      const { comments = [] } = found?.issues.find(({ number }) => number === issue) ?? {};
      return comments.filter(({ type }) => type === "comment").map(({ body }) => body);
    },
  };
}

export type ForgeService = Awaited<ReturnType<typeof forgeService>>;
