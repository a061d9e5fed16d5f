// What the panel shows of an application over time, and of what is different between two versions.
import type { Button, Icon, Option, Picture, TrackerName } from "./messages.ts";

export interface TimelineVersion {
  readonly report: number;
  readonly name: string;
  /** The day, as short as an axis needs it. */
  readonly under: string;
  /** The day in full. */
  readonly reported: string | null;
  /** Compared with the version before. */
  readonly change: string;
}

export interface TimelineLine {
  readonly name: string;
  /** Over its column in the table. */
  readonly heading: string;
  /** One a version; null where it is not known. */
  readonly values: readonly (number | null)[];
  /** What stands at its end. */
  readonly ending: string;
}

export interface Timeline {
  readonly heading: string;
  readonly count: string;
  readonly axis: string;
  /** The oldest first. */
  readonly versions: readonly TimelineVersion[];
  readonly plots: readonly {
    readonly name: string;
    readonly height: number;
    readonly lines: readonly TimelineLine[];
  }[];
  readonly marks: readonly { readonly at: number; readonly word: string }[];
  readonly columns: { readonly reported: string; readonly change: string };
  /** What the keys A and B do on the chart. */
  readonly keys: string;
  readonly note?: string;
}

/** A version that can be compared. */
export interface SideOption extends Option {
  /** The handle of its application and the id of its report. */
  readonly handle: string;
  readonly report: number;
}

export interface SidePick {
  readonly side: "from" | "to";
  /** The letter that stands on the chart as well. */
  readonly word: string;
  readonly label: string;
  /** Which application it is, where the two are not of the same one. */
  readonly app?: string;
  /** Under the name of each source. */
  readonly groups: readonly { readonly name: string; readonly options: readonly SideOption[] }[];
}

export interface ChangeLine {
  readonly kind: "added" | "removed" | "same";
  /** Heard before the name; what is seen there is the icon. */
  readonly word: string;
  /** Which of two applications has it. */
  readonly where: string;
  readonly name: string;
  readonly full?: string;
  readonly mono: boolean;
  readonly tracker?: TrackerName;
  /** A level that is worth a second look. */
  readonly level?: { readonly icon: Icon; readonly tone: "" | "caution"; readonly word: string };
  readonly about: string;
}

export interface ChangeSection {
  readonly heading: string;
  readonly count: string;
  readonly lines: readonly ChangeLine[];
  readonly same: readonly ChangeLine[];
  /** In place of lines, or about them. */
  readonly note?: string;
}

export interface Comparison {
  readonly heading: string;
  readonly from?: SidePick;
  readonly to?: SidePick;
  readonly swap: Button;
  readonly buttons: readonly Button[];
  readonly sections: readonly ChangeSection[];
  readonly same?: { readonly show: string; readonly hide: string };
  readonly busy?: string;
  readonly picture?: Picture;
}
