import type { Problem } from "../../base/problem.ts";

/** How a panel draws each way out of a problem. */
interface Ways<Button> {
  readonly setKey: () => Button;
  readonly refresh: () => Button;
  readonly settings: () => Button;
  readonly log: () => Button;
}

/** At most two buttons for a problem: the likeliest thing that helps, and what says more. */
export function remedies<Button>({ remedies: named }: Problem, ways: Ways<Button>): readonly Button[] {
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
