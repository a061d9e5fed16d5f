// Opens stores of blocks with real files and settings, but without VS Code.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Contacts } from "../../../src/base/http/contacts.ts";
import type { Wait } from "../../../src/base/tasks/wait.ts";
import { Store } from "../../../src/blocks/store/store.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import { Settings, type SettingId } from "../../../src/workbench/settings.ts";
import { linesLog } from "../workbench/lines.ts";

const DEFAULTS: Readonly<Record<string, unknown>> = {
  "triptych.blocks.networks": ["mainnet"],
};

/** A folder that several stores share, as windows of one machine do. */
export async function machine() {
  const folder = await mkdtemp(join(tmpdir(), "triptych-blocks-"));
  return {
    /** A store whose settings list these networks, of which the first is shown. */
    open: (
      networks: Readonly<Record<string, string>>,
      { now = Date.now, wait }: { readonly now?: () => number; readonly wait?: Wait } = {},
    ) => {
      const chosen: Record<string, unknown> = {
        "triptych.blocks.networks": Object.entries(networks).map(([name, url]) => `${name} ${url}`),
      };
      const changed = new Emitter<(id: SettingId) => boolean>();
      const settings = new Settings(
        {
          inspect: (id) => ({ defaultValue: DEFAULTS[id], globalValue: chosen[id] }),
          write: (id, value) => {
            chosen[id] = value;
            changed.fire((each) => each === id);
            return Promise.resolve();
          },
          onDidChange: changed.event,
        },
        () => undefined,
      );
      const { log, lines } = linesLog();
      return {
        store: new Store({ contacts: new Contacts({ now }), folder, log, now, settings, wait }),
        settings,
        log,
        lines,
      };
    },
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
