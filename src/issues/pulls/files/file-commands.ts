// The commands of changed files: opens the next one, and marks all as viewed.
import { on } from "../../../workbench/commands.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { subjectAs } from "../../../workbench/tree/level-rows.ts";
import type { ThreadAddress } from "../../model/address.ts";
import { formatPull } from "../../model/entities.ts";
import { PullFilesSubject } from "./file-subjects.ts";
import type { FoundFile, OpenedDiffs } from "./opened-diffs.ts";
import type { ChangedFiles, Pulls } from "../store/pulls.ts";
import type { ViewedFiles } from "./viewed-files.ts";

export interface FileCommandDependencies {
  readonly shared: Pick<Shared, "dialogs">;
  readonly services: {
    readonly pulls: Pick<Pulls, "getFiles" | "readFiles">;
    readonly viewedFiles: Pick<ViewedFiles, "follow" | "mark">;
  };
}

/** @param findFile returns the file of an editor whose title was clicked, or that of the active editor */
export function fileCommands(
  { services, shared }: FileCommandDependencies,
  diffs: Pick<OpenedDiffs, "open">,
  findFile: (given: unknown) => FoundFile | undefined,
) {
  const { pulls, viewedFiles } = services;
  const { dialogs } = shared;
  const load = async <Result>(
    pull: ThreadAddress,
    work: (read: ChangedFiles, signal: AbortSignal) => Result | Promise<Result>,
  ): Promise<Result> =>
    await dialogs.progress(l10n.t("Loading {0}…", formatPull(pull.number)), async (_report, signal) =>
      work(await pulls.readFiles(pull, signal), signal),
    );
  /** Opens the file that is `step` rows below the given one. From a file that isn't changed, begins at an end. */
  const open = async ({ path, pull }: FoundFile, step: 1 | -1): Promise<void> => {
    const { details, files } = pulls.getFiles(pull) ?? (await load(pull, (read) => read));
    const place = files.findIndex((file) => file.path === path);
    const next = place === -1 && step === -1 ? files.at(-1) : files[place + step];
    if (next !== undefined) return await diffs.open(pull, details, next);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const sentence =
      step === 1
        ? l10n.t("{0} is the last changed file of {1}.", name, formatPull(pull.number))
        : l10n.t("{0} is the first changed file of {1}.", name, formatPull(pull.number));
    void dialogs.message("info", sentence);
  };
  const markAll = async (pull: ThreadAddress, viewed: boolean): Promise<void> =>
    await load(pull, async (read, signal) => {
      await viewedFiles.follow(pull, read, signal);
      await viewedFiles.mark(pull, read, read.files, viewed, signal);
    });
  return {
    "triptych.issues.nextFile": on(findFile, (file) => open(file, 1)),
    "triptych.issues.previousFile": on(findFile, (file) => open(file, -1)),
    "triptych.issues.markAllViewed": on(allFilesIn, ({ address }) => markAll(address, true)),
    "triptych.issues.markAllNotViewed": on(allFilesIn, ({ address }) => markAll(address, false)),
  };
}

const allFilesIn = subjectAs(PullFilesSubject);
