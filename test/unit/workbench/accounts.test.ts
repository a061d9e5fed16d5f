// Accounts and tokens that several windows share, without losing or leaking any.
import assert from "node:assert/strict";
import type { Memento, SecretStorage, SecretStorageChangeEvent } from "vscode";
import { Problem } from "../../../src/base/problem.ts";
import { Redactor } from "../../../src/base/redact.ts";
import { Accounts, type Account, type AccountsChange } from "../../../src/workbench/accounts/accounts.ts";
import { EarlyAccounts } from "../../../src/workbench/accounts/early-accounts.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import type { Notice } from "../../../src/workbench/dialogs/notices.ts";
import { linesLog } from "./lines.ts";
import { until } from "./until.ts";

/**
 * What VS Code shares between the windows of a machine. Secrets are shared at once, with an event. An extension's state
 * is one object: each window has a copy, writes it as a whole, and gets the writes of other windows a moment later.
 */
class Machine {
  readonly secrets = new Map<string, string>();
  readonly #secretChanged = new Emitter<SecretStorageChangeEvent>();
  readonly #stateWritten = new Emitter<{ from: object; state: Record<string, unknown> }>();
  state: Record<string, unknown> = {};

  /** A window that has started but hasn't loaded its accounts. */
  start() {
    const secrets: SecretStorage = {
      get: (key) => Promise.resolve(this.secrets.get(key)),
      store: (key, value) => {
        this.secrets.set(key, value);
        queueMicrotask(() => this.#secretChanged.fire({ key }));
        return Promise.resolve();
      },
      delete: (key) => {
        this.secrets.delete(key);
        queueMicrotask(() => this.#secretChanged.fire({ key }));
        return Promise.resolve();
      },
      onDidChange: this.#secretChanged.event,
    };
    const self = {};
    let own = structuredClone(this.state);
    this.#stateWritten.event(({ from, state }) => {
      if (from !== self) setImmediate(() => (own = structuredClone(state)));
    });
    const index: Memento = {
      keys: () => Object.keys(own),
      get: <T>(key: string, fallback?: T) => (own[key] as T | undefined) ?? (fallback as T),
      update: async (key, value) => {
        own[key] = structuredClone(value);
        await new Promise((resolve) => setImmediate(resolve));
        this.state = structuredClone(own);
        this.#stateWritten.fire({ from: self, state: this.state });
      },
    };
    return { secrets, index };
  }

  window() {
    return this.load(this.start());
  }

  /** Loads the accounts of a window that has started. */
  load({ secrets, index }: Pick<ReturnType<Machine["start"]>, "index" | "secrets">, early?: EarlyAccounts) {
    const notices: Notice[] = [];
    const { log, lines } = linesLog();
    const redactor = new Redactor();
    const notify = (notice: Notice): void => void notices.push(notice);
    const accounts = new Accounts({ secrets, index, redactor, notify, log, ...(early === undefined ? {} : { early }) });
    const changes: AccountsChange[] = [];
    accounts.onDidChange((change) => void changes.push(change));
    return { accounts, notices, lines, changes, redactor, secrets };
  }
}

function account(id: string, origin = "https://codeberg.org"): Account {
  return { service: "issues", origin, id, name: id, base: origin };
}

const token = (value: string) => ({ scheme: "token", value });

describe("Accounts", () => {
  it("keep the token in the secret storage and nothing of it in the list", async () => {
    const machine = new Machine();
    const { accounts } = machine.window();
    await accounts.add(account("ines"), token("s3cr3t-value"));
    assert.deepEqual(accounts.list(), [account("ines")]);
    assert.doesNotMatch(JSON.stringify(machine.state), /s3cr3t/);
    assert.match([...machine.secrets.values()].join(""), /s3cr3t/);
  });

  it("include what another window changed between this window's start and their first use", async () => {
    const machine = new Machine();
    const other = machine.window();
    await other.accounts.add(account("ines"), token("one"));
    const started = machine.start();
    let woken = 0;
    const early = new EarlyAccounts(started.secrets, started.index, () => (woken += 1));
    assert.ok(early.hasAny);
    await other.accounts.add(account("noor"), token("two"));
    await other.accounts.remove(account("ines"));
    await until(() => woken > 0);
    const { accounts, changes } = machine.load(started, early);
    await until(() => changes.length === 2);
    assert.deepEqual(accounts.list(), [account("noor")]);
    assert.equal((await accounts.credentialFor("https://codeberg.org", account("noor")))?.value, "two");
    await other.accounts.add(account("ines"), token("three"));
    assert.equal(woken, 2, "it listens no more");
  });

  it("return the token only for the origin that it was entered for", async () => {
    const { accounts } = new Machine().window();
    await accounts.add(account("ines"), token("s3cr3t-value"));
    const given = await accounts.credentialFor("https://codeberg.org", account("ines"));
    assert.deepEqual(given, { origin: "https://codeberg.org", scheme: "token", value: "s3cr3t-value" });
    for (const other of [
      "https://codeberg.org.evil.example",
      "https://codeberg.org:8443",
      "http://codeberg.org",
      "https://CODEBERG.org",
      "",
    ]) {
      assert.equal(await accounts.credentialFor(other, account("ines")), undefined, other);
    }
    assert.equal(
      await accounts.credentialFor("https://evil.example", account("ines", "https://evil.example")),
      undefined,
    );
  });

  it("return no token that was moved under another account's key", async () => {
    const machine = new Machine();
    const { accounts, notices } = machine.window();
    await accounts.add(account("ines"), token("s3cr3t-value"));
    const [[key, value] = ["", ""]] = machine.secrets;
    machine.secrets.set(key.replace("https://codeberg.org", "https://evil.example"), value);
    const evil = account("ines", "https://evil.example");
    assert.equal(await accounts.credentialFor("https://evil.example", evil), undefined);
    assert.deepEqual(notices, [{ about: "account", origin: "https://evil.example", id: "ines" }]);
  });

  it("detect a damaged entry and return no token for it", async () => {
    const machine = new Machine();
    const { accounts, notices } = machine.window();
    await accounts.add(account("ines"), token("s3cr3t-value"));
    for (const damaged of ["", "{", "null", "[]", `{"form":1}`, `{"form":2,"account":{},"scheme":"a","value":"b"}`]) {
      notices.length = 0;
      machine.secrets.set([...machine.secrets.keys()][0] ?? "", damaged);
      assert.equal(await accounts.credentialFor("https://codeberg.org", account("ines")), undefined);
      assert.deepEqual(notices, [{ about: "account", origin: "https://codeberg.org", id: "ines" }], damaged);
    }
  });

  it("are no longer listed once their token is gone, even without an event", async () => {
    const machine = new Machine();
    await machine.window().accounts.add(account("ines"), token("s3cr3t-value"));
    // Without a keyring, VS Code forgets secrets when it is closed.
    machine.secrets.clear();
    const { accounts, changes, notices } = machine.window();
    assert.equal(await accounts.credentialFor("https://codeberg.org", account("ines")), undefined);
    await until(() => changes.length === 1);
    assert.deepEqual(accounts.list(), []);
    assert.deepEqual(changes, [{ added: [], removed: [account("ines")], changed: [] }]);
    assert.deepEqual(notices, []);
    assert.equal(await accounts.credentialFor("https://codeberg.org", account("ines")), undefined);
    assert.equal(changes.length, 1);
  });

  it("distinguish the accounts of one origin", async () => {
    const { accounts } = new Machine().window();
    await accounts.add(account("ines"), token("token-of-ines"));
    await accounts.add(account("jun"), token("token-of-jun"));
    const given = await accounts.credentialFor("https://codeberg.org", account("jun"));
    assert.equal(given?.value, "token-of-jun");
  });

  it("distinguish the servers of one origin", async () => {
    const { accounts } = new Machine().window();
    const under = (path: string): Account => ({ ...account("ines"), base: `https://codeberg.org/${path}` });
    const [one, other] = [under("one"), under("other")];
    await accounts.add(one, token("first-token"));
    await accounts.add(other, token("second-token"));
    assert.deepEqual(accounts.list(), [one, other]);
    assert.equal((await accounts.credentialFor(one.origin, one))?.value, "first-token");
    await accounts.remove(one);
    assert.deepEqual(accounts.list(), [other]);
    assert.equal((await accounts.credentialFor(other.origin, other))?.value, "second-token");
  });

  it("reject a token that would be sent unencrypted, except on this machine", async () => {
    const machine = new Machine();
    const { accounts } = machine.window();
    await assert.rejects(
      accounts.add(account("ines", "http://git.example.org"), token("s3cr3t-value")),
      (error) => error instanceof Problem && error.kind === "insecure",
    );
    assert.equal(machine.secrets.size, 0);
    await accounts.add(account("ines", "http://127.0.0.1:3000"), token("s3cr3t-value"));
    assert.equal(machine.secrets.size, 1);
  });

  it("reject an account whose URL has another origin", async () => {
    const { accounts } = new Machine().window();
    const split = { ...account("ines"), base: "https://evil.example/git" };
    await assert.rejects(accounts.add(split, token("s3cr3t-value")));
  });

  it("remove account and token", async () => {
    const machine = new Machine();
    const { accounts, changes } = machine.window();
    await accounts.add(account("ines"), token("s3cr3t-value"));
    await accounts.remove(account("ines"));
    assert.deepEqual(accounts.list(), []);
    assert.equal(machine.secrets.size, 0);
    assert.deepEqual(
      changes.map(({ added, removed }) => [added.length, removed.length]),
      [
        [1, 0],
        [0, 1],
      ],
    );
  });

  it("fire one event for a change, in every window", async () => {
    const machine = new Machine();
    const [here, there] = [machine.window(), machine.window()];
    await here.accounts.add(account("ines"), token("first-token"));
    await until(() => there.changes.length === 1);
    await here.accounts.add(account("ines"), token("second-token"));
    await until(() => there.changes.length === 2);
    await here.accounts.remove(account("ines"));
    await until(() => there.changes.length === 3);
    const notices = [
      { added: [account("ines")], removed: [], changed: [] },
      { added: [], removed: [], changed: [account("ines")] },
      { added: [], removed: [account("ines")], changed: [] },
    ];
    assert.deepEqual(there.changes, notices);
    assert.deepEqual(here.changes, notices);
  });

  it("are all kept when two windows add one at the same moment", async () => {
    const machine = new Machine();
    const [here, there] = [machine.window(), machine.window()];
    await Promise.all([
      here.accounts.add(account("ines"), token("token-of-ines")),
      there.accounts.add(account("jun"), token("token-of-jun")),
    ]);
    await until(() => here.accounts.list().length === 2 && there.accounts.list().length === 2);
    await until(() => machine.window().accounts.list().length === 2);
  });

  it("are all kept when one window adds several at the same moment", async () => {
    const { accounts } = new Machine().window();
    const names = ["ines", "jun", "marek", "alice"];
    await Promise.all(names.map((name) => accounts.add(account(name), token(`token-of-${name}`))));
    assert.deepEqual(
      accounts.list().map(({ id }) => id),
      names,
    );
  });

  it("are not listed with a URL that is damaged or another server's", () => {
    const machine = new Machine();
    const damaged = ["codeberg.org", "https://other.example/", ""].map((base) =>
      Object.assign(account("ines"), { base }),
    );
    machine.state = { "triptych.accounts": damaged };
    assert.deepEqual(machine.window().accounts.list(), []);
  });

  it("are listed by service, without entries that aren't accounts", async () => {
    const machine = new Machine();
    machine.state = { "triptych.accounts": [account("ines"), { ...account("key"), service: "trackers" }, null, {}] };
    const { accounts } = machine.window();
    assert.deepEqual(
      accounts.list("issues").map(({ id }) => id),
      ["ines"],
    );
    assert.equal(accounts.list().length, 2);
  });

  it("have their tokens redacted in every text, also after a restart", async () => {
    const machine = new Machine();
    const before = machine.window();
    await before.accounts.add(account("ines"), token("s3cr3t-value"));
    assert.doesNotMatch(before.redactor.text("got s3cr3t-value"), /s3cr3t/);
    const after = machine.window();
    await after.accounts.credentialFor("https://codeberg.org", account("ines"));
    assert.doesNotMatch(after.redactor.text("got s3cr3t-value"), /s3cr3t/);
  });

  it("ignore secrets that aren't accounts", async () => {
    const machine = new Machine();
    const { accounts, changes, secrets, notices } = machine.window();
    await secrets.store("someone.else", "x");
    await secrets.store("triptych.account:nonsense", "x");
    await secrets.store(`triptych.account:[7,"https://a.example","b"]`, "x");
    await accounts.add(account("ines"), token("s3cr3t-value"));
    assert.equal(changes.length, 1);
    assert.deepEqual(notices, []);
  });
});
