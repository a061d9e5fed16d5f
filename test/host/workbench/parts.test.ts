// Accounts, settings, references, sharing and dialogs as the running extension uses them, in a real VS Code.
import assert from "node:assert/strict";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import {
  commands,
  ConfigurationTarget,
  env,
  Position,
  window,
  workspace,
  type DocumentLink,
  type Hover,
  type Uri,
} from "vscode";
import { Contacts } from "../../../src/base/http/contacts.ts";
import { Client } from "../../../src/base/http/client.ts";
import { asProblem, type Problem } from "../../../src/base/problem.ts";
import type { Account } from "../../../src/workbench/accounts/accounts.ts";
import { WindowDialogs } from "../../../src/workbench/dialogs/dialogs.ts";
import { referenceProviders } from "../../../src/workbench/references/providers.ts";
import { TextLink } from "../../../src/workbench/vscode-objects.ts";
import { sharedParts, until } from "../extension.ts";
import { md } from "../../../src/workbench/text/markdown.ts";
import { shown } from "../shown.ts";
import { findProbes } from "../probe-references.ts";
import { NETWORKS } from "../../../src/blocks/store/settings.ts";
import { INSTANCE_URL } from "../../../src/trackers/store/settings.ts";

const account: Account = {
  service: "issues",
  origin: "https://git.example.org",
  id: "ines",
  name: "ines",
  base: "https://git.example.org",
};

describe("The accounts of the running extension", () => {
  it("keep their tokens in VS Code's SecretStorage and nowhere else", async () => {
    const { accounts, state } = await sharedParts();
    await accounts.add(account, { scheme: "token", value: "s3cr3t-value" });
    const given = await accounts.credentialFor(account.origin, account);
    assert.equal(given?.value, "s3cr3t-value");
    assert.deepEqual(accounts.list("issues"), [account]);
    for (const key of state.keys()) assert.doesNotMatch(JSON.stringify(state.get(key)), /s3cr3t/);
    await accounts.remove(account);
    assert.equal(await accounts.credentialFor(account.origin, account), undefined);
    assert.deepEqual(accounts.list(), []);
  });
});

describe("The storage folder of the running extension", () => {
  it("can't be read by other users", async () => {
    if (process.platform === "win32") return;
    const { folder } = await sharedParts();
    await until("it is closed to others", async () => ((await stat(folder)).mode & 0o777) === 0o700);
  });
});

describe("The settings of the running extension", () => {
  it("ignore a workspace that names another host", async () => {
    const { settings } = await sharedParts();
    const [folder] = workspace.workspaceFolders ?? [];
    assert.ok(folder !== undefined);
    await mkdir(join(folder.uri.fsPath, ".vscode"), { recursive: true });
    const evil = "https://evil.example";
    await writeFile(
      join(folder.uri.fsPath, ".vscode", "settings.json"),
      JSON.stringify({
        "triptych.trackers.url": evil,
        "triptych.blocks.networks": [`mainnet ${evil}`],
        "editor.tabSize": 7,
      }),
    );
    // The workspace's settings are in effect, because another one of them has changed.
    await until("the workspace's settings count", () => workspace.getConfiguration("editor").get("tabSize") === 7);
    assert.equal(settings.get(INSTANCE_URL), "https://reports.exodus-privacy.eu.org");
    assert.deepEqual(settings.get(NETWORKS), ["mainnet", "testnet", "previewnet"]);
  });

  it("save the user's choice and report the change", async () => {
    const { settings } = await sharedParts();
    let isHeard = false;
    const listening = settings.onDidChange((affects) => (isHeard ||= affects(NETWORKS)));
    try {
      await settings.set(NETWORKS, ["testnet", "mainnet"]);
      await until("the change is heard", () => isHeard);
      assert.deepEqual(settings.get(NETWORKS), ["testnet", "mainnet"]);
    } finally {
      listening.dispose();
      await settings.set(NETWORKS, ["mainnet", "testnet", "previewnet"]);
    }
  });
});

describe("A proxy that can't be reached", () => {
  it("counts as a missing connection, by which nothing was sent", async () => {
    const http = workspace.getConfiguration("http");
    const proxy = createServer();
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    assert.ok(typeof address === "object" && address !== null);
    await new Promise((resolve) => proxy.close(resolve));
    await http.update("proxy", `http://127.0.0.1:${address.port}`, ConfigurationTarget.Global);
    try {
      for (const base of ["http://forge.example", "https://forge.example"]) {
        const client = new Client({
          base,
          userAgent: "triptych-test/1",
          contacts: new Contacts({ now: Date.now }),
          purpose: "threads",
          wait: () => Promise.resolve(),
        });
        const problem = await client
          .request({ path: "/a", method: "POST", json: {} })
          .then(() => assert.fail("it was answered"), asProblem);
        assert.deepEqual([problem.kind, problem.facts.wrote], ["offline", "no"], problem.message);
      }
    } finally {
      await http.update("proxy", undefined, ConfigurationTarget.Global);
    }
  });
});

describe("References in the running extension", () => {
  const opened: string[] = [];
  const resolver = {
    id: "probe",
    find: findProbes,
    hover: (text: string) => Promise.resolve(md`about ${text} [x](command:workbench.action.quit)`),
    open: (text: string) => {
      opened.push(text);
      return Promise.resolve();
    },
  };

  it("are links in a text, and a click opens them", async () => {
    const { references } = await sharedParts();
    const offered = references.offer(resolver);
    try {
      const document = await workspace.openTextDocument({ content: "first line\nsee probe#12 and probe#13\n" });
      const links = await commands.executeCommand<DocumentLink[]>("vscode.executeLinkProvider", document.uri);
      assert.deepEqual(
        links.map(({ range }) => document.getText(range)),
        ["probe#12", "probe#13"],
      );
      const target = links[1]?.target;
      assert.ok(target?.scheme === "command");
      await commands.executeCommand(target.path, ...(JSON.parse(target.query) as string[]));
      assert.deepEqual(opened, ["probe#13"]);
    } finally {
      offered.dispose();
    }
  });

  it("have a hover in which only Triptych's own link can run a command", async () => {
    const { references } = await sharedParts();
    const offered = references.offer(resolver);
    try {
      const document = await workspace.openTextDocument({ content: "see probe#12\n" });
      const hovers = await commands.executeCommand<Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        new Position(0, 6),
      );
      const contents = hovers.flatMap((hover) => hover.contents).filter((each) => typeof each !== "string");
      const about = contents.find(({ value }) => shown(value).startsWith("about probe#12"));
      assert.ok(about !== undefined && "isTrusted" in about);
      assert.ok(about.isTrusted === undefined || about.isTrusted === false);
    } finally {
      offered.dispose();
    }
  });

  it("show why one in a terminal can't be opened", async () => {
    const { dialogs, references } = await sharedParts();
    const offered = references.offer({ ...resolver, open: () => Promise.reject(new Error("offline")) });
    const { message } = dialogs;
    const messages: string[] = [];
    dialogs.message = (_weight, sentence) => Promise.resolve(void messages.push(sentence));
    try {
      const target = { start: 0, end: 7, tooltip: "", resolver: "probe", text: "probe#1", where: undefined };
      await referenceProviders(references).terminals.handleTerminalLink(new TextLink(0, 7, "", target));
      assert.deepEqual(messages, ["Unexpected error. See the log for details."]);
    } finally {
      dialogs.message = message;
      offered.dispose();
    }
  });

  it("do nothing when the command is called with anything but a reference", async () => {
    const { references } = await sharedParts();
    const offered = references.offer(resolver);
    try {
      const before = opened.length;
      for (const given of [[], [7], ["probe", "rm -rf"], ["nobody", "probe#1"]]) {
        assert.notEqual(await commands.executeCommand("triptych.openReference", ...given), true);
      }
      assert.equal(opened.length, before);
    } finally {
      offered.dispose();
    }
  });
});

describe("Sharing in the running extension", () => {
  it("opens shared text as a new Markdown document", async () => {
    const { ownPlaces } = await import("../../../src/workbench/share/destinations.ts");
    const editor = ownPlaces().find(({ id }) => id === "editor");
    await editor?.take({ title: "Tramway", markdown: "**4 trackers**" });
    await until("the text is shown", () => window.activeTextEditor?.document.getText() === "**4 trackers**");
    const shown = window.activeTextEditor?.document;
    assert.deepEqual([shown?.languageId, shown?.getText()], ["markdown", "**4 trackers**"]);
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });
});

describe("The dialogs of the window", () => {
  it("search for the typed text, and never accept a row that is only a message", async () => {
    const dialogs = new WindowDialogs();
    const choicesOf = (typed: string) => [
      typed === "" ? { label: "Type a number", value: undefined } : { label: `Go to ${typed}`, value: Number(typed) },
    ];
    const found = dialogs.search({ title: "Go", value: "7" }, choicesOf);
    await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    assert.equal(await found, 7);
    const nothing = dialogs.search({ title: "Go" }, choicesOf);
    await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await commands.executeCommand("workbench.action.closeQuickOpen");
    assert.equal(await nothing, undefined);
  });

  it("look up the typed text, and accept the best match on Enter", async () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const found = new WindowDialogs().lookUp(
      { title: "Find", value: "tram" },
      (typed) => [{ label: `Use ${typed}`, value: typed, last: true }],
      async (typed) => {
        asked.push(typed);
        await new Promise<void>((resolve) => answers.push(resolve));
        return [{ label: "Tramway", value: "org.example.tramway" }];
      },
    );
    let isTaken = false;
    const taken = found.finally(() => (isTaken = true));
    const pressEnter = () => commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await until("the service is asked", () => answers.length === 1);
    await pressEnter();
    answers[0]?.();
    // A key press is lost while something else in the window has the focus.
    await until("a choice is taken", async () => {
      if (!isTaken) await pressEnter();
      return isTaken;
    });
    assert.equal(await taken, "org.example.tramway");
    assert.deepEqual(asked, ["tram"]);
  });

  it("report an input that closes before its answer was checked, and offer to open it again", async () => {
    const dialogs = new WindowDialogs();
    const messages: string[] = [];
    dialogs.message = async (_weight, sentence, actions) => {
      const labels = actions?.map(({ label }) => ` [${label}]`).join("") ?? "";
      messages.push(sentence + labels);
      await actions?.[0]?.run();
    };
    const checks: { readonly answer: string; readonly signal: AbortSignal }[] = [];
    const entered = dialogs.input({
      title: "API Key",
      value: "k1",
      check: (answer, signal) => {
        checks.push({ answer, signal });
        if (checks.length > 1) return Promise.resolve(undefined);
        return new Promise(() => undefined);
      },
    });
    const accept = async (): Promise<void> => {
      const before = checks.length;
      await until("the answer is checked", async () => {
        if (checks.length === before) await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return checks.length > before;
      });
    };
    await accept();
    // Any other input that opens replaces this one.
    const other = window.createQuickPick();
    other.show();
    await until("the first input has closed", () => checks[0]?.signal.aborted === true);
    assert.deepEqual(messages, ["“API Key” was closed before the check finished. Nothing was saved. [Open Again]"]);
    await accept();
    assert.equal(await entered, "k1");
    other.dispose();
  });

  it("say nothing if the user presses Esc while an answer is checked", async () => {
    const dialogs = new WindowDialogs();
    const messages: string[] = [];
    dialogs.message = (_weight, sentence) => Promise.resolve(void messages.push(sentence));
    let ended: AbortSignal | undefined;
    const entered = dialogs.input({
      title: "API Key",
      value: "k1",
      check: (_answer, signal) => {
        ended = signal;
        return new Promise(() => undefined);
      },
    });
    await until("the answer is checked", async () => {
      if (ended === undefined) await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return ended !== undefined;
    });
    dialogs.cancelCheck();
    assert.equal(await entered, undefined);
    assert.equal(ended?.aborted, true);
    assert.deepEqual(messages, []);
  });

  it("close and pass the error on if a check fails", async () => {
    const dialogs = new WindowDialogs();
    let checks = 0;
    const check = (): Promise<undefined> => {
      checks += 1;
      return Promise.reject(new Error("no keyring"));
    };
    const questions = [
      () => dialogs.input({ title: "API Key", value: "k1", check }),
      () =>
        dialogs.lookUp(
          { title: "Find", check },
          () => [{ label: "Tramway", value: 1 }],
          () => Promise.resolve([]),
        ),
    ];
    for (const [before, ask] of questions.entries()) {
      let end: unknown;
      void ask().then(
        (answer) => (end = answer ?? "canceled"),
        (error: unknown) => (end = error),
      );
      await until("the answer is checked", async () => {
        if (checks === before) await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return checks > before;
      });
      await until("the dialog has ended", () => end !== undefined);
      assert.match(String(end), /no keyring/);
    }
  });

  it("say nothing if the input closes before an answer is accepted", async () => {
    const dialogs = new WindowDialogs();
    let shownMessages = 0;
    dialogs.message = () => Promise.resolve(void (shownMessages += 1));
    const entered = dialogs.input({ title: "API Key", check: () => Promise.resolve(undefined) });
    await commands.executeCommand("workbench.action.closeQuickOpen");
    assert.equal(await entered, undefined);
    assert.equal(shownMessages, 0);
  });

  it("show why the action of a message failed, with a retry", async () => {
    const failures: { readonly problem: Problem; readonly retry: () => unknown }[] = [];
    const dialogs = new WindowDialogs((problem, retry) => void failures.push({ problem, retry }));
    let runs = 0;
    const undo = (): Promise<void> => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error("no keyring")) : Promise.resolve();
    };
    const answered = dialogs.message("info", "The account was removed.", [{ label: "Undo", run: undo }]);
    await until("the action runs", async () => {
      if (runs === 0) await commands.executeCommand("notification.acceptPrimaryAction");
      return runs > 0;
    });
    await answered;
    assert.deepEqual(
      failures.map(({ problem }) => problem.facts.detail),
      ["no keyring"],
    );
    await failures[0]?.retry();
    assert.deepEqual([runs, failures.length], [2, 1]);
  });

  it("open only URLs of web pages", async () => {
    const dialogs = new WindowDialogs();
    for (const address of [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "command:workbench.action.quit",
      "vscode://x",
      "",
    ]) {
      assert.equal(await dialogs.openExternal(address), false, address);
    }
  });

  it("open a URL exactly as it is", async () => {
    const { openExternal } = env;
    const { executeCommand } = commands;
    const opened: unknown[] = [];
    // What VS Code's own opener makes of a URI. It opens a string as it is.
    const take = (target: Uri) => Promise.resolve(opened.push(encodeURI(target.toString(true))) > 0);
    const takeCommand = (id: string, ...given: unknown[]) =>
      id === "vscode.open" ? Promise.resolve(opened.push(...given)) : executeCommand(id, ...given);
    const urls = [
      "https://example.org/search?q=c%2B%2B",
      "https://example.org/a%2Fb/c%23d?x=1%26y%3D2#part%2F3",
      "https://example.org/login?next=/a?b=c",
      "http://localhost:3000/ines/tramway/issues/12?a=b&c=%C3%A4#issuecomment-3",
    ];
    Reflect.set(env, "openExternal", take);
    Reflect.set(commands, "executeCommand", takeCommand);
    try {
      for (const url of urls) assert.equal(await new WindowDialogs().openExternal(url), true);
    } finally {
      Reflect.set(env, "openExternal", openExternal);
      Reflect.set(commands, "executeCommand", executeCommand);
    }
    assert.deepEqual(opened, urls);
  });

  it("return the result of work with progress", async () => {
    const result = await new WindowDialogs().progress("Reading…", (report, signal) => {
      report({ message: "half", percent: 50 });
      return Promise.resolve(signal.aborted ? "aborted" : "done");
    });
    assert.equal(result, "done");
  });
});
