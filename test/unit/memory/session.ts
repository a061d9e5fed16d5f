// What the process of a simulated session is given, and what it reports.

/** What to use: where the sandbox is, and what was put there. */
export interface Given {
  readonly forge: string;
  readonly trackers: string;
  readonly blocks: string;
  /** The first of `openings` issues that follow each other. */
  readonly firstIssue: number;
  /** What the names of `openings` apps begin with; a number from 0 on follows. */
  readonly app: string;
  readonly trackerIds: readonly number[];
  /** How many things of each kind are opened. */
  readonly openings: number;
}

export interface Sample {
  /** Used by objects and buffers after garbage collection. */
  readonly bytes: number;
  /** Timers of Node. */
  readonly timers: number;
  readonly sockets: number;
  /** On the process, and on the signal that ends the session. */
  readonly listeners: number;
  /** Timers of the simulated time: pollers, rounds and the tail. */
  readonly simulatedTimers: number;
}

export interface SessionReport {
  readonly opened: number;
  /** How much time was simulated. */
  readonly minutes: number;
  /** After the first minute. */
  readonly first: Sample;
  /** After each of the last minutes. */
  readonly late: readonly Sample[];
  /** After all that polls was closed. */
  readonly left: Sample;
}

export type FromSession = { readonly closeBlocks: number } | { readonly report: SessionReport };
