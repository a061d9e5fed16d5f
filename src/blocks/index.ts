// Declares the wing's view and panels at startup. Everything else is loaded on first use.
import { LazyWing, type ServicesSource } from "../workbench/wing.ts";
import type * as wingCode from "./wing.ts";

export function startBlocks(services: ServicesSource, code: () => Promise<typeof wingCode>): LazyWing<wingCode.Wing> {
  const table = {
    view: "triptych.blocks",
    panels: ["triptych.block", "triptych.blocks.range", "triptych.blocks.network", "triptych.blocks.entity"],
    code,
  } as const;
  return new LazyWing<wingCode.Wing>(table, services);
}
