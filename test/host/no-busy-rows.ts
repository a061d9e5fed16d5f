// For trees whose levels take their time: no busy row comes in their place, however slow the machine is.
import type { Wait } from "../../src/base/tasks/wait.ts";

export const noBusyRows: Wait = () => new Promise(() => undefined);
