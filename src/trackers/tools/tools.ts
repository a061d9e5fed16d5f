// The wing's tools for language models: one flat table.
import type { Tool } from "../../base/tools/tool.ts";
import { compareVersions } from "./compare-versions.ts";
import { findApp } from "./find-app.ts";
import { readReport } from "./read-report.ts";
import { scanFiles } from "./scan-files.ts";
import type { TrackersSource } from "./source.ts";

export const trackerTools: readonly Tool<TrackersSource>[] = [findApp, readReport, compareVersions, scanFiles];
