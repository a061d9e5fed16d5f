// Builds the rows of a pull request's changed files.
import { l10n } from "../../../workbench/text/l10n.ts";
import { md, paragraphs } from "../../../workbench/text/markdown.ts";
import type { Node, RowPage } from "../../../workbench/tree/node.ts";
import { format } from "../../../workbench/text/format.ts";
import { threadKey, type ThreadAddress } from "../../model/address.ts";
import type { ChangedFile, FileStatus, PullDetails } from "../../model/pull.ts";
import type { Thread } from "../../thread/thread.ts";
import type { Threads } from "../../thread/threads.ts";
import { findComments } from "../lines/conversations.ts";
import { ChangedFileSubject, PullFilesSubject } from "./file-subjects.ts";
import type { ChangedFiles, Pulls } from "../store/pulls.ts";
import type { ViewedFiles } from "./viewed-files.ts";

interface FileRowServices {
  readonly pulls: Pulls;
  readonly threads: Threads;
  readonly viewedFiles: ViewedFiles;
}

const LOOKS: Readonly<Record<FileStatus, { readonly name: string; readonly color: string }>> = {
  added: { name: "diff-added", color: "gitDecoration.addedResourceForeground" },
  deleted: { name: "diff-removed", color: "gitDecoration.deletedResourceForeground" },
  changed: { name: "diff-modified", color: "gitDecoration.modifiedResourceForeground" },
  renamed: { name: "diff-renamed", color: "gitDecoration.renamedResourceForeground" },
  unchanged: { name: "file-binary", color: "gitDecoration.modifiedResourceForeground" },
};

/** Returns the row under which the changed files are. They are loaded when it is expanded. */
export function changedFilesNode(services: FileRowServices, address: ThreadAddress): Node {
  return {
    id: `${threadKey(address)}/files`,
    subject: new PullFilesSubject(address),
    label: l10n.t("Changed Files"),
    description: () => {
      const known = services.pulls.getFiles(address)?.details;
      return known === undefined ? "" : describeSize(known, services.viewedFiles.countViewed(address));
    },
    icon: { name: "files" },
    contextValue: "files",
    children: (signal) => loadFiles(services, address, signal),
  };
}

/**
 * Describes how much a pull request changes: "4 files · +61 −12", or "1 of 4 viewed · +61 −12". The files come first,
 * because a narrow sidebar cuts off the end.
 */
export function describeSize({ files, additions, deletions }: PullDetails, viewed = 0): string {
  return [
    describeFiles(files, viewed),
    additions === undefined || deletions === undefined ? "" : formatLines({ additions, deletions }),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function describeFiles(files: number | undefined, viewed: number): string {
  if (viewed === 0) return files === undefined ? "" : l10n.plural(files, "{0} file", "{0} files");
  if (files === undefined) return l10n.t("{0} viewed", format.count(viewed));
  return l10n.t("{0} of {1} viewed", format.count(viewed), format.count(files));
}

async function loadFiles(services: FileRowServices, address: ThreadAddress, signal: AbortSignal): Promise<RowPage> {
  const read = await services.pulls.readFiles(address, signal);
  await services.viewedFiles.follow(address, read, signal);
  const { files, skipped } = read;
  if (files.length === 0 && skipped === 0) {
    const label = l10n.t("No changed files");
    const id = `${threadKey(address)}/files/none`;
    return { nodes: [{ id, subject: undefined, label, icon: { name: "check" }, contextValue: "note" }] };
  }
  return { nodes: files.map((file) => fileNode(services, address, read, file)), skipped };
}

function fileNode(services: FileRowServices, address: ThreadAddress, read: ChangedFiles, file: ChangedFile): Node {
  const { path, status } = file;
  const subject = new ChangedFileSubject(address, read.details, file);
  const end = path.lastIndexOf("/");
  const folder = path.slice(0, Math.max(0, end));
  const comments = (): string => describeComments(services.threads.at(address).thread, file);
  return {
    id: `${threadKey(address)}/files/${path}`,
    subject,
    label: path.slice(end + 1),
    description: () => [describeChange(file), comments(), folder].filter((part) => part !== "").join(" · "),
    icon: LOOKS[status],
    contextValue: "file",
    checkbox: {
      isChecked: () => services.viewedFiles.isViewed(address, path),
      label: l10n.t("Viewed"),
      save: (viewed) => services.viewedFiles.mark(address, read, [file], viewed),
    },
    click: { command: "triptych.issues.openAllChanges", title: l10n.t("Open Changes"), args: [subject] },
    tooltip: () => paragraphs(md`**${path}**`, [describeStatus(file), describeChange(file)].join(" · ")),
    accessibleLabel: () =>
      [path, describeStatus(file), describeSpokenLines(file), comments()].filter((part) => part !== "").join(", "),
  };
}

/** Counts the comments on lines of a file, once the thread is loaded. */
function describeComments(thread: Thread | undefined, { from, path }: ChangedFile): string {
  const { length } = thread === undefined ? [] : findComments(thread.reviews, new Set([path, from ?? path]));
  return length === 0 ? "" : l10n.plural(length, "{0} comment", "{0} comments");
}

function describeStatus({ status, from, path }: ChangedFile): string {
  switch (status) {
    case "added":
      return l10n.t("added");
    case "deleted":
      return l10n.t("deleted");
    case "changed":
      return l10n.t("modified");
    case "renamed":
      return l10n.t("renamed from {0}", from ?? path);
    case "unchanged":
      return l10n.t("binary, or only its mode changed");
  }
}

/** Describes what the icon doesn't show. */
function describeChange(file: ChangedFile): string {
  const { status, additions, deletions } = file;
  if (status === "unchanged") return l10n.t("binary or mode");
  const lines = additions + deletions === 0 ? "" : formatLines(file);
  return [lines, status === "renamed" ? describeStatus(file) : ""].filter((part) => part !== "").join(" · ");
}

function formatLines({ additions, deletions }: Pick<ChangedFile, "additions" | "deletions">): string {
  const parts = [
    additions === 0 ? "" : `+${format.count(additions)}`,
    deletions === 0 ? "" : `−${format.count(deletions)}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function describeSpokenLines({ additions, deletions }: ChangedFile): string {
  if (additions + deletions === 0) return "";
  return [
    l10n.plural(additions, "{0} line added", "{0} lines added"),
    l10n.plural(deletions, "{0} line removed", "{0} lines removed"),
  ].join(", ");
}
