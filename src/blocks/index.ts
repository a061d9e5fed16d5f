// Declares the wing's view and panels at startup, and loads everything else on first use.
import { LazyWing, type ServicesSource } from "../workbench/wing.ts";
import type { Rows } from "./wing-rows.ts";
import type { Wing } from "./wing.ts";

const TABLE = {
  view: "triptych.blocks",
  panels: ["triptych.block", "triptych.blocks.range", "triptych.blocks.network", "triptych.blocks.entity"],
  loadRows: () => import("./wing-rows.ts"),
  load: () => import("./wing.ts"),
} as const;

export function startBlocks(services: ServicesSource): LazyWing<Rows, Wing> {
  return new LazyWing<Rows, Wing>(TABLE, services);
}
