// A tracker and its signatures.
export interface Tracker {
  readonly id: number;
  readonly name: string;
  /** Regular expression for class names. */
  readonly codeSignature: string | undefined;
  /** Regular expression for host names. */
  readonly networkSignature: string | undefined;
  /** Date as `YYYY-MM-DD`. */
  readonly created: string | undefined;
  readonly website: string | undefined;
  /** Markdown. */
  readonly description: string | undefined;
  readonly categories: readonly string[];
  readonly documentation: readonly string[];
}

/** How many apps contain a tracker, by εxodus's own statistics. */
export interface TrackerUsage {
  readonly id: number;
  /** Apps on Google Play whose latest report contains it. */
  readonly apps: number;
  /** Of all apps on Google Play. */
  readonly percent: number | undefined;
}
