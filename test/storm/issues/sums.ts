// The storm's counts, and how it judges a run: by the server's final state and by the drafts that are left.
import type { KeptText, Kind } from "./orders.ts";
import type { Standing } from "./observer.ts";

/** A text that was written in a run. Two equal texts count separately. */
export interface Written {
  readonly text: string;
  readonly kind: Kind;
  /** The accounts that it was sent for. */
  readonly askedBy: Set<string>;
  /** It was on the server, but a backup without it was restored. */
  rolledBack: boolean;
  /** The record of its attempt was damaged. */
  damaged: boolean;
}

export class Sums {
  runs = 0;
  withoutLock = 0;
  sent = 0;
  kept = 0;
  /** Neither on the server nor kept as a draft. */
  lost = 0;
  /** Deleted from the server although no one asked for it. */
  deletedUnasked = 0;
  /** More often on the server than it was written, without an excuse. */
  doubled = 0;
  /** Like `doubled`, but the network repeated a POST, or no lock was available. */
  excused = 0;
  /** Of those, reported by a notice. */
  excusedAndSaid = 0;
  /** Of those, without a notice, because the record of the attempt was damaged. */
  excusedAndDamaged = 0;
  /** Of those, without a notice for any other reason. */
  unsaid = 0;
  /** In the wrong repository. */
  strayed = 0;
  /**
   * Of those, in a repository that took the name while the text was sent, which can't be prevented; kept as a draft
   * and reported.
   */
  strayedAndSaid = 0;
  /** Under an account that did not send it. */
  wrongAccount = 0;
  /** Someone else's change that was overwritten without a notice. */
  overwritten = 0;
  unhandled = 0;

  /** Compares what was written with what the server has. */
  judge({
    written,
    standing,
    elsewhere,
    drafts,
    repeated,
    said,
    saidToStray,
    lock,
  }: {
    readonly written: readonly Written[];
    readonly standing: readonly Standing[];
    /** The texts in a repository that took the name. */
    readonly elsewhere: readonly Standing[];
    readonly drafts: readonly KeptText[];
    /** The bodies of the POSTs that the network repeated. */
    readonly repeated: readonly string[];
    /** The texts that the windows reported as posted twice. */
    readonly said: readonly string[];
    /** The texts of drafts that were reported to be in a repository that took the name. */
    readonly saidToStray: ReadonlySet<string>;
    readonly lock: boolean;
  }): readonly string[] {
    const faults: string[] = [];
    for (const text of new Set(written.map((each) => each.text))) {
      const those = written.filter((each) => each.text === text);
      const there = standing.filter((each) => each.text === text);
      const kept = drafts.filter((each) => saysOnly(each.text, text)).length;
      const missing = those.length - there.length - kept;
      this.sent += Math.min(there.length, those.length);
      this.kept += kept;
      const where = `"${text}", written ${those.length} times: ${there.length} on the server, ${kept} kept`;
      if (missing > those.filter(({ rolledBack }) => rolledBack).length) {
        this.lost += 1;
        faults.push(`lost ${where}`);
      }
      if (there.length > those.length) {
        const copies = repeated.filter((body) => body.includes(JSON.stringify(text).slice(1, -1))).length;
        if (!lock || there.length - those.length <= copies) {
          this.excused += 1;
          if (said.some((each) => saysOnly(each, text))) this.excusedAndSaid += 1;
          else if (those.some(({ damaged }) => damaged)) this.excusedAndDamaged += 1;
          else {
            this.unsaid += 1;
            faults.push(`unsaid ${where}`);
          }
        } else {
          this.doubled += 1;
          faults.push(`doubled ${where}`);
        }
      }
      const strayed = elsewhere.filter((each) => each.text === text).length;
      if (strayed > 0 && kept > 0 && [...saidToStray].some((each) => saysOnly(each, text))) {
        this.strayedAndSaid += strayed;
      } else if (strayed > 0) {
        this.strayed += strayed;
        faults.push(`strayed ${where}, ${strayed} in another repository`);
      }
      if (!those.some(({ kind }) => kind === "newComment" || kind === "newIssue")) continue;
      const asked = new Set<string>();
      for (const { askedBy } of those) for (const login of askedBy) asked.add(login);
      for (const { poster } of there.filter((each) => !asked.has(each.poster))) {
        this.wrongAccount += 1;
        faults.push(`"${text}" was sent as ${poster}, asked by ${[...asked].join()}`);
      }
    }
    return faults;
  }

  table(): readonly string[] {
    const { runs, withoutLock, sent, kept, excused, excusedAndSaid, excusedAndDamaged } = this;
    return [
      `${runs} runs, ${withoutLock} of them without a lock: ${sent} texts sent, ${kept} kept as drafts`,
      `lost ${this.lost}, deleted unasked ${this.deletedUnasked}, doubled ${this.doubled}`,
      `overwritten ${this.overwritten}, in a wrong repository ${this.strayed}, under a wrong account ${this.wrongAccount}`,
      `in a repository that took the name in the moment of sending: ${this.strayedAndSaid}, all of them said`,
      `unhandled rejections ${this.unhandled}`,
      `doubled by something on the way or for want of a lock: ${excused}, of which said ${excusedAndSaid}, record damaged ${excusedAndDamaged}`,
    ];
  }

  get faults(): number {
    const { lost, deletedUnasked, doubled, overwritten, strayed, unhandled, unsaid, wrongAccount } = this;
    return lost + deletedUnasked + doubled + overwritten + strayed + unhandled + unsaid + wrongAccount;
  }
}

/** A draft of an issue has a header above its text. */
function saysOnly(draft: string, text: string): boolean {
  return draft === text || draft.split("\n").some((line) => line === text || line === `title: ${text}`);
}
