// The subjects of the rows of changed files.
import { subjectAs } from "../../workbench/tree/level-rows.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { ChangedFile, PullDetails } from "../model/pull.ts";

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
