// The subjects of rows and commands. Commands accept only instances of these classes, because any extension can run a
// command with any argument.
import type { Account } from "../../workbench/accounts/accounts.ts";
import { subjectAs } from "../../workbench/tree/level-rows.ts";
import type { Comment, Issue, Notification } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { SavedQuery } from "../model/query.ts";
import type { UnknownRemote } from "../model/remote.ts";
import type { Place } from "../writing/drafts/place.ts";

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
  readonly place: Place;

  constructor(place: Place) {
    this.place = place;
  }
}

/** The file of a draft that can't be read. */
export class UnreadableSubject {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }
}

/** A list under a repository. */
export class QuerySubject {
  readonly address: RepositoryAddress;
  readonly query: SavedQuery;

  constructor(address: RepositoryAddress, query: SavedQuery) {
    this.address = address;
    this.query = query;
  }
}

/** An account whose token the server rejected. */
export class RejectedSubject {
  readonly account: Account;

  constructor(account: Account) {
    this.account = account;
  }
}

/** The notifications of an account. */
export class InboxSubject {
  readonly account: Account;

  constructor(account: Account) {
    this.account = account;
  }
}

export class NotificationSubject {
  readonly account: Account;
  readonly notification: Notification;

  constructor(account: Account, notification: Notification) {
    this.account = account;
    this.notification = notification;
  }
}

/** A Git remote on an unknown server. */
export class RemoteSubject {
  readonly remote: UnknownRemote;

  constructor(remote: UnknownRemote) {
    this.remote = remote;
  }
}

export const repositoryIn = subjectAs(RepositorySubject);
