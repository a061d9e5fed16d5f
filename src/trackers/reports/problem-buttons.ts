// Buttons for the remedies of a problem.
import type { Problem } from "../../base/problem.ts";

/** Makes the button for each remedy. */
interface ButtonMakers<Button> {
  readonly setKey: () => Button;
  readonly refresh: () => Button;
  readonly settings: () => Button;
  readonly log: () => Button;
}

/** At most two buttons for a problem: the most likely remedy, and one with more information. */
export function problemButtons<Button>({ remedies: named }: Problem, ways: ButtonMakers<Button>): readonly Button[] {
  const found = named.map((remedy) => {
    switch (remedy) {
      case "signIn":
        return ways.setKey();
      case "retry":
        return ways.refresh();
      case "openSettings":
        return ways.settings();
      case "showLog":
        return ways.log();
    }
  });
  return (found.length < 2 ? [...found, ways.log()] : found).slice(0, 2);
}
