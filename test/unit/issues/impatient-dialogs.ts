// Answers dialogs like a user who cancels whatever takes a while.
import type { Progress } from "../../../src/workbench/dialogs/dialogs.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";

export class ImpatientDialogs extends ScriptedDialogs {
  override async progress<T>(_title: string, work: (report: Progress, signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const working = work(() => undefined, abort.signal);
    abort.abort();
    return await working;
  }
}
