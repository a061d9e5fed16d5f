import { l10n } from "vscode";
import type { Choice, Dialogs } from "../workbench/dialogs.ts";
import { isHandle } from "./model.ts";

/** An application that is offered before one has typed its handle. */
export interface Offered {
  readonly handle: string;
  readonly name: string | undefined;
}

/** Asks for an application: one of those that are offered, or any handle that is typed. */
export async function askApp(
  dialogs: Pick<Dialogs, "search">,
  title: string,
  offered: readonly Offered[],
): Promise<string | undefined> {
  return await dialogs.search<string>({ title, placeholder: l10n.t("Name or handle, as org.example.app") }, (typed) => {
    const wanted = typed.trim();
    const near = offered.filter(({ handle, name }) =>
      `${name ?? ""} ${handle}`.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()),
    );
    const choices = near.map(({ handle, name }): Choice<string> => ({
      label: name ?? handle,
      description: handle,
      value: handle,
    }));
    const isNew = isHandle(wanted) && !near.some(({ handle }) => handle === wanted);
    if (isNew) return [{ label: wanted, description: l10n.t("this handle"), value: wanted }, ...choices];
    if (choices.length > 0) return choices;
    return [{ label: l10n.t("Type the handle of an app, as its store names it"), value: undefined }];
  });
}
