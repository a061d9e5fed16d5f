// The rows of the view on a simulated machine, without VS Code's tree view.
import assert from "node:assert/strict";
import type { Services } from "../../../src/issues/services.ts";
import { TreeRows as Rows } from "../../../src/issues/lists/tree-rows.ts";
import type { Node, RowPage } from "../../../src/workbench/tree/node.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { forgeTests } from "./forge-tests.ts";

export const SIGNAL = new AbortController().signal;

export const under = (node: Node | undefined): Promise<RowPage> =>
  node?.children?.(SIGNAL) ?? assert.fail("nothing is under it");
export const described = ({ description }: Node) => (typeof description === "function" ? description() : description);
export const menuOf = ({ contextValue }: Node) => (typeof contextValue === "function" ? contextValue() : contextValue);

/** Call in a `describe`: each of its tests gets its own machine, on which alice is signed in. */
export function issueRows() {
  const here = forgeTests();
  let window: ReturnType<Machine["open"]>;
  let services: Services;
  let rows: Rows;
  const now = () => Date.parse("2026-10-21T10:14:26Z");

  beforeEach(async () => {
    window = here.home.open(here.forge.base, { now });
    ({ services } = window);
    rows = new Rows(services, { now });
    await window.signIn("alice");
  });

  /** The first page of the open issues of the only repository. */
  const open = async (): Promise<RowPage> => {
    const [repository] = (await rows.roots(SIGNAL)).nodes;
    const [query] = (await under(repository)).nodes;
    return under(query);
  };
  return {
    get forge() {
      return here.forge;
    },
    get home() {
      return here.home;
    },
    get window() {
      return window;
    },
    get services() {
      return services;
    },
    get rows() {
      return rows;
    },
    now,
    open,
    pin: (name: string) => services.repositories.pin({ base: here.forge.base, owner: "alice", name }),
    issue: async (start: string): Promise<Node> => {
      const { nodes } = await open();
      return nodes.find(({ label }) => label.startsWith(start)) ?? assert.fail(`there is no ${start}`);
    },
  };
}
