// The quick pick that looks up what is typed, in a real window.
import assert from "node:assert/strict";
import { window } from "vscode";
import { showSearchPicker, type Offer } from "../../../src/workbench/dialogs/search-picker.ts";
import { until } from "../extension.ts";

/** The quick pick waits for 250 ms after the last key; a timer may be a little early. */
const MIN_PAUSE_MS = 240;

describe("A quick pick that looks up what is typed", () => {
  it("sends no request before the user pauses", async () => {
    const picker = window.createQuickPick<Offer<string>>();
    let changedAt = Infinity;
    let pauseMs: number | undefined;
    // Registered before the listener of the quick pick, so that its pause starts later.
    picker.onDidChangeValue(() => (changedAt = performance.now()));
    const chosen = showSearchPicker(picker, {
      title: "Find",
      placeholder: undefined,
      value: undefined,
      listKnown: () => [],
      lookUp: (typed) => {
        if (typed === "tram") pauseMs = performance.now() - changedAt;
        return Promise.resolve([]);
      },
      check: undefined,
    });
    try {
      picker.value = "tram";
      await until("the service is asked", () => pauseMs !== undefined);
    } finally {
      picker.hide();
    }
    assert.equal(await chosen, undefined);
    assert.ok((pauseMs ?? 0) >= MIN_PAUSE_MS, `it was asked after ${pauseMs} ms`);
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
      const end = performance.now() + 2 * MIN_PAUSE_MS;
      while (performance.now() < end);
      await until("the window has reported the text", () => isReported);
    } finally {
      picker.hide();
    }
    assert.equal(await chosen, undefined);
    assert.equal(isAborted, false);
  });
});
