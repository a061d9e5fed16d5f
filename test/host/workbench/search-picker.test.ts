// The quick pick that looks up what is typed, in a real window.
import assert from "node:assert/strict";
import { commands, window } from "vscode";
import { showSearchPicker, type Offer } from "../../../src/workbench/dialogs/search-picker.ts";
import { until } from "../extension.ts";

/** Shorter than the pause after the last key, for which the quick pick waits. */
const SHORTER_PAUSE_MS = 200;
/** Long enough for the quick pick to start a lookup. */
const BLOCKED_MS = 500;

describe("A quick pick that looks up what is typed", () => {
  it("sends no request before the user pauses", async () => {
    const picker = window.createQuickPick<Offer<string>>();
    let isPausing = false;
    let askedInPause: boolean | undefined;
    // Registered before the listener of the quick pick, so that this pause starts and ends earlier.
    picker.onDidChangeValue(() => setTimeout(() => (isPausing = true), SHORTER_PAUSE_MS));
    const chosen = showSearchPicker(picker, {
      title: "Find",
      placeholder: undefined,
      value: undefined,
      listKnown: () => [],
      lookUp: (typed) => {
        if (typed === "tram") askedInPause = isPausing;
        return Promise.resolve([]);
      },
      check: undefined,
    });
    try {
      picker.value = "tram";
      await until("the service is asked", () => askedInPause !== undefined);
    } finally {
      picker.hide();
    }
    assert.equal(await chosen, undefined);
    assert.equal(askedInPause, true);
  });

  it("makes a row active that can be chosen, and no message", async () => {
    const picker = window.createQuickPick<Offer<string>>();
    const chosen = showSearchPicker(picker, {
      title: "Find",
      placeholder: undefined,
      value: "tram",
      listKnown: () => [
        { label: "This ID is for testnet", value: undefined, isLast: false, alwaysShow: true },
        { label: "Show Tram", value: "tram", isLast: false, alwaysShow: true },
      ],
      lookUp: undefined,
      check: undefined,
    });
    const active = picker.activeItems.map(({ label }) => label);
    picker.hide();
    assert.deepEqual(active, ["Show Tram"]);
    assert.equal(await chosen, undefined);
  });

  it("keeps looking up its initial text when the window reports that text late", async () => {
    const picker = window.createQuickPick<Offer<string>>();
    let isReported = false;
    let isAborted: boolean | undefined;
    let lookup: AbortSignal | undefined;
    const chosen = showSearchPicker(picker, {
      title: "Find",
      placeholder: undefined,
      value: "tram",
      listKnown: () => [],
      lookUp: (_typed, signal) => {
        lookup ??= signal;
        return Promise.resolve([]);
      },
      check: undefined,
    });
    picker.onDidChangeValue(() => {
      isReported = true;
      isAborted = lookup?.aborted;
    });
    try {
      // The window's report waits for the end of this function, by which time the lookup has started.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
      await until("the window has reported the text", () => isReported);
    } finally {
      picker.hide();
    }
    assert.equal(await chosen, undefined);
    assert.equal(isAborted, false);
  });

  it("accepts the row on which the user pressed Enter while the rows were changing", async () => {
    const picker = window.createQuickPick<Offer<string>>();
    const notFound = { label: "No matching apps", value: undefined, isLast: false, alwaysShow: true };
    const typed = { label: "org.example.tram", value: "org.example.tram", isLast: true, alwaysShow: true };
    const chosen = showSearchPicker(picker, {
      title: "Find",
      placeholder: undefined,
      value: undefined,
      listKnown: () => [typed],
      lookUp: async () => {
        // The window shows the row and reports Enter, but the reports are read only after the rows have changed.
        void commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        await new Promise((resolve) => setTimeout(resolve));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
        return [notFound];
      },
      check: undefined,
    });
    // Runs after the quick pick has heard of Enter, and ends it if it did nothing.
    picker.onDidAccept(() => picker.hide());
    assert.equal(await chosen, "org.example.tram");
  });
});
