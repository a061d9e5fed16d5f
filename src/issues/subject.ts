import type { Comment, Issue } from "./model.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import type { DraftPlace } from "./model/draft.ts";

// What a row of the view is about, and what a command works on. Objects of these classes alone are taken from what a
// command was called with: anybody may call it with anything.

export class RepositorySubject {
  readonly address: RepositoryAddress;

  constructor(address: RepositoryAddress) {
    this.address = address;
  }
}

export class ThreadSubject {
  readonly address: ThreadAddress;
  readonly issue: Issue | undefined;

  constructor(address: ThreadAddress, issue?: Issue) {
    this.address = address;
    this.issue = issue;
  }
}

export class CommentSubject {
  readonly address: ThreadAddress;
  readonly comment: Comment;
  readonly pull: boolean;

  constructor(address: ThreadAddress, comment: Comment, pull: boolean) {
    this.address = address;
    this.comment = comment;
    this.pull = pull;
  }
}

export class DraftSubject {
  readonly place: DraftPlace;

  constructor(place: DraftPlace) {
    this.place = place;
  }
}
