// Describes the wing to the workbench. Everything else is loaded on first use.
import type { WingDescriptor } from "../workbench/wings/wing.ts";
import type * as wingCode from "./wing.ts";

export const blocks: WingDescriptor<wingCode.Wing, typeof wingCode> = {
  view: "triptych.blocks",
  panels: ["triptych.block", "triptych.blocks.range", "triptych.blocks.network", "triptych.blocks.entity"],
};
