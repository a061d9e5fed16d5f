// Counts the storm's results. Judges a run by the server's final state and the remaining drafts.
import type { KeptText, Kind } from "./orders.ts";
import type { ServerText } from "./observer.ts";

/** A text that was written in a run. Two equal texts count separately. */
export interface Written {
  readonly text: string;
  readonly kind: Kind;
  /** The accounts that were asked to send it. */
  readonly askedBy: Set<string>;
  /** True if it was on the server, but a backup without it was restored. */
  rolledBack: boolean;
  /** True if the record of its attempt was damaged. */
  damaged: boolean;
}

/** What is posted under the account that sends it. */
const CREATED: ReadonlySet<Kind> = new Set(["newComment", "newIssue", "newPull", "review", "reviewComment"]);

export class Results {
  runs = 0;
  /** On a foreign file system. */
  foreign = 0;
  /** With an order to both windows at once. */
  withBoth = 0;
  sent = 0;
  kept = 0;
  /** Neither on the server nor kept as a draft. */
  lost = 0;
  /** Deleted from the server without a request by a user. */
  deletedUnasked = 0;
  /** More often on the server than it was written, without an excuse. */
  doubled = 0;
  /** Like `doubled`, but the network repeated a POST. */
  excused = 0;
  /** Of those, reported by a notice. */
  excusedAndReported = 0;
  /** Of those, without a notice, because the record of the attempt was damaged. */
  excusedAndDamaged = 0;
  /** Of those, without a notice for any other reason. */
  unreported = 0;
  /** In the wrong repository. */
  strayed = 0;
  /**
   * Of those, in a repository that took the name while the text was sent, which can't be prevented; kept as a draft
   * and reported.
   */
  strayedAndReported = 0;
  /** Under an account that did not send it. */
  wrongAccount = 0;
  /** Someone else's change that was overwritten without a notice. */
  overwritten = 0;
  unhandled = 0;
  /** Texts of a pending review of another client that were published. */
  published = 0;

  /** Compares the written texts with the server's texts and the drafts, and returns the faults. */
  judge({
    written,
    serverTexts,
    elsewhere,
    drafts,
    repeated,
    reported,
    reportedAsStrayed,
  }: {
    readonly written: readonly Written[];
    readonly serverTexts: readonly ServerText[];
    /** The texts in a repository that took the name. */
    readonly elsewhere: readonly ServerText[];
    readonly drafts: readonly KeptText[];
    /** The bodies of the POSTs that the network repeated. */
    readonly repeated: readonly string[];
    /** The texts that the windows reported as posted twice. */
    readonly reported: readonly string[];
    /** The texts of drafts that were reported as sent to a repository that took the name. */
    readonly reportedAsStrayed: ReadonlySet<string>;
  }): readonly string[] {
    const faults: string[] = [];
    for (const text of new Set(written.map((each) => each.text))) {
      const equal = written.filter((each) => each.text === text);
      const onServer = serverTexts.filter((each) => each.text === text);
      const kept = drafts.filter((each) => hasText(each.text, text)).length;
      const missing = equal.length - onServer.length - kept;
      this.sent += Math.min(onServer.length, equal.length);
      this.kept += kept;
      const where = `"${text}", written ${equal.length} times: ${onServer.length} on the server, ${kept} kept`;
      if (missing > equal.filter(({ rolledBack }) => rolledBack).length) {
        this.lost += 1;
        faults.push(`lost ${where}`);
      }
      if (onServer.length > equal.length) {
        const copies = repeated.filter((body) => body.includes(JSON.stringify(text).slice(1, -1))).length;
        if (onServer.length - equal.length <= copies) {
          this.excused += 1;
          if (reported.some((each) => hasText(each, text))) this.excusedAndReported += 1;
          else if (equal.some(({ damaged }) => damaged)) this.excusedAndDamaged += 1;
          else {
            this.unreported += 1;
            faults.push(`unreported ${where}`);
          }
        } else {
          this.doubled += 1;
          faults.push(`doubled ${where}`);
        }
      }
      const strayed = elsewhere.filter((each) => each.text === text).length;
      if (strayed > 0 && kept > 0 && [...reportedAsStrayed].some((each) => hasText(each, text))) {
        this.strayedAndReported += strayed;
      } else if (strayed > 0) {
        this.strayed += strayed;
        faults.push(`strayed ${where}, ${strayed} in another repository`);
      }
      if (!equal.some(({ kind }) => CREATED.has(kind))) continue;
      const asked = new Set<string>();
      for (const { askedBy } of equal) for (const login of askedBy) asked.add(login);
      for (const { poster } of onServer.filter((each) => !asked.has(each.poster))) {
        this.wrongAccount += 1;
        faults.push(`"${text}" was sent as ${poster}, asked by ${[...asked].join()}`);
      }
    }
    return faults;
  }

  table(): readonly string[] {
    const { runs, foreign, withBoth, sent, kept, excused, excusedAndReported, excusedAndDamaged } = this;
    return [
      `${runs} runs, ${foreign} on a foreign file system, ${withBoth} with both windows at once`,
      `${sent} texts sent, ${kept} kept as drafts`,
      `lost ${this.lost}, deleted unasked ${this.deletedUnasked}, doubled ${this.doubled}`,
      `overwritten ${this.overwritten}, in a wrong repository ${this.strayed}, under a wrong account ${this.wrongAccount}`,
      `in a repository that took the name during sending: ${this.strayedAndReported}, all of them reported`,
      `unhandled rejections ${this.unhandled}, pending reviews published unasked ${this.published}`,
      `doubled by a proxy: ${excused}, of which ${excusedAndReported} reported, ${excusedAndDamaged} with a damaged record`,
    ];
  }

  get faults(): number {
    const { lost, deletedUnasked, doubled, overwritten, published, strayed, unhandled, unreported, wrongAccount } =
      this;
    return lost + deletedUnasked + doubled + overwritten + published + strayed + unhandled + unreported + wrongAccount;
  }
}

/** A draft of an issue has a header above its text. */
function hasText(draft: string, text: string): boolean {
  return draft === text || draft.split("\n").some((line) => line === text || line === `title: ${text}`);
}
