// Builds the rows of what waits for the user in all repositories of a server.
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { Node, RowPage } from "../../workbench/tree/node.ts";
import { formatHost } from "../model/address.ts";
import type { ListRows } from "./list-rows.ts";
import type { OwnList } from "./own-lists.ts";
import { joinParts } from "./row-text.ts";
import type { ListBrowser } from "./list-browser.ts";

export function ownListId({ account, kind }: OwnList): string {
  return `own.${kind} ${account.base} ${account.id}`;
}

/** Builds the row of each list that isn't empty. */
export function ownListNodes({ lists }: { readonly lists: ListBrowser }, rows: ListRows): readonly Node[] {
  const all = lists.own.list();
  const isOfSeveral = all.some(({ account }) => account !== all[0]?.account);
  return all.map((list) => {
    const { account, count, kind } = list;
    return {
      id: ownListId(list),
      subject: undefined,
      label: kind === "assigned" ? l10n.t("All Assigned to Me") : l10n.t("Waiting for My Review"),
      description: joinParts([
        format.count(count),
        isOfSeveral ? l10n.t("{0} at {1}", account.name, formatHost(account.base)) : "",
      ]),
      icon: { name: kind === "assigned" ? "account" : "git-pull-request" },
      contextValue: "own",
      children: (signal) => readPage({ lists }, rows, { list, page: 1, before: 0 }, signal),
    };
  });
}

async function readPage(
  { lists }: { readonly lists: ListBrowser },
  rows: ListRows,
  { before, list, page }: { readonly list: OwnList; readonly page: number; readonly before: number },
  signal: AbortSignal,
): Promise<RowPage> {
  const { skipped, total, values } = await lists.own.read(list, page, signal);
  const loaded = before + values.length + skipped;
  const nodes = values.flatMap((issue) => rows.ofServer(list.account.base, issue, ownListId(list)));
  return {
    nodes,
    skipped: skipped + values.length - nodes.length,
    total,
    next:
      values.length + skipped === 0 || (total !== undefined && loaded >= total)
        ? undefined
        : (nextSignal) => readPage({ lists }, rows, { list, page: page + 1, before: loaded }, nextSignal),
  };
}
