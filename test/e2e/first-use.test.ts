// First use of the installed extension: the number of steps from an empty window to each of its main tasks.
import assert from "node:assert/strict";
import { blockPanel } from "./blocks/person.js";
import { forge, threadPanel, until } from "./issues/person.js";
import { demoToken } from "../services/issues/seed/writer.js";
import { openWindow, type Window } from "./window.js";

describe("first use", function () {
  let window: Window;
  let steps: string[] = [];
  beforeEach(async () => {
    steps = [];
    window = await openWindow({ folder: false });
  });
  afterEach(() => window?.close());

  /** Counts one click, or one answer with Enter. */
  async function step(name: string, act: () => Promise<unknown>): Promise<void> {
    steps.push(name);
    await act();
  }

  const openTriptych = () => step("open Triptych", () => window.workbench.showSidebar());

  it("shows the trackers of an app by its name in 3 steps", async () => {
    const { workbench } = window;
    const { quickPick } = workbench;
    await openTriptych();
    await workbench.view("Trackers").row("432").row.waitFor();
    await step("click Find App…", () => workbench.view("Trackers").press("Find App…"));
    await quickPick.ready();
    await step("type the name", async () => {
      await quickPick.type("Garden Tramway");
      await quickPick.isNext("Garden Tramway");
      await quickPick.accept();
    });
    await workbench.panel().getByRole("heading", { level: 1, name: "Garden Tramway" }).waitFor();
    await workbench.panel().getByText("trackers").first().waitFor();
    assert.equal(steps.length, 3, steps.join(", "));
  });

  it("signs in and replies to an issue in 8 steps", async () => {
    const { workbench } = window;
    const { quickPick } = workbench;
    const view = workbench.view("Issues");
    await openTriptych();
    await step("click Add Account…", () => view.welcome.getByText("Add Account…").click());
    await step("choose the server", () => quickPick.choose(forge(window).host));
    await step("choose Enter Token…", () => quickPick.choose("Enter Token…"));
    await step("paste the token", async () => {
      await quickPick.widget.locator("input[type=password]").waitFor();
      await quickPick.type(demoToken("nadia"));
      await quickPick.accept();
    });
    await step("choose one of the user's repositories", () => quickPick.choose("lantern/almanac"));
    await step("click an issue", () => view.row(/#10 Offer the tables/).open());
    const thread = threadPanel(window);
    await thread.title.getByText("Offer the tables").waitFor();
    await step("write and post", async () => {
      await thread.box.getByRole("textbox").fill("Answered at first use.");
      await thread.box.getByRole("textbox").press("Control+Enter");
    });
    await until(
      window,
      () =>
        forge(window)
          .comments(10)
          .some(({ body }) => body === "Answered at first use."),
      "the answer is on the server",
    );
    assert.equal(steps.length, 8, steps.join(", "));
  });

  it("opens a public repository without an account", async () => {
    const { workbench } = window;
    const view = workbench.view("Issues");
    await openTriptych();
    await view.welcome.getByText("Open a Public Repository…").click();
    await workbench.quickPick.ready();
    await workbench.quickPick.type("lantern/almanac");
    await workbench.quickPick.accept();
    await view.row(/#10 Offer the tables/).row.waitFor();
  });

  it("shows the transactions of the latest block in 2 steps", async () => {
    const { workbench } = window;
    await openTriptych();
    await step("click the latest block", () =>
      workbench
        .view("Blocks")
        .row(/^1,999/)
        .open(),
    );
    await blockPanel(window).title.getByText("1,999").waitFor();
    await workbench.panel().getByRole("heading", { name: "By type" }).waitFor();
    assert.equal(steps.length, 2, steps.join(", "));
  });
});
