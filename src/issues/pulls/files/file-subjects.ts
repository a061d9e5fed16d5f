// The subjects of the rows of changed files.
import { createHash } from "node:crypto";
import { getSubject, subjectAs } from "../../../workbench/tree/level-rows.ts";
import { threadWebUrl, type ThreadAddress } from "../../model/address.ts";
import type { ChangedFile, PullDetails } from "../../model/pull.ts";

/** All changed files of a pull request. */
export class PullFilesSubject {
  readonly address: ThreadAddress;

  constructor(address: ThreadAddress) {
    this.address = address;
  }
}

/** One changed file, between the commits for which its row was loaded. */
export class ChangedFileSubject {
  readonly address: ThreadAddress;
  readonly details: PullDetails;
  readonly file: ChangedFile;

  constructor(address: ThreadAddress, details: PullDetails, file: ChangedFile) {
    this.address = address;
    this.details = details;
    this.file = file;
  }
}

export const changedFileIn = subjectAs(ChangedFileSubject);

/** Returns the web page of all changed files of a pull request, scrolled to the file if one is given. */
export function pullFilesWebUrl(given: unknown): string | undefined {
  const subject = getSubject(given);
  const isFile = subject instanceof ChangedFileSubject;
  if (!isFile && !(subject instanceof PullFilesSubject)) return undefined;
  const page = `${threadWebUrl(subject.address, true)}/files`;
  // The servers' pages name each file by the hash of its path.
  return isFile ? `${page}#diff-${createHash("sha1").update(subject.file.path).digest("hex")}` : page;
}
