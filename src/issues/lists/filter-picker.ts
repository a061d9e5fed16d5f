// The quick picks that filter, sort and group a list, and that save a filter as a query.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { fullName, formatHost, type RepositoryAddress } from "../model/address.ts";
import {
  applyFilter,
  ME,
  ORDERS,
  ownQueryId,
  parseOwnQueries,
  type Grouping,
  type IssueOrder,
  type IssueQuery,
  type ListFilter,
} from "../model/query.ts";
import { labelDot } from "../wording/label-dot.ts";
import type { QuerySubject } from "../parts/row-subjects.ts";
import type { IssueChoices, Choices } from "../repositories/issue-choices.ts";
import { describeOrder, queryName, stateName, typeName } from "./query-text.ts";
import { QUERIES } from "../repositories/settings.ts";
import type { Access } from "../repositories/access.ts";
import type { ListBrowser } from "./list-browser.ts";

interface FilterServices {
  readonly access: Access;
  readonly choices: Choices;
  readonly lists: ListBrowser;
}

type Part = "words" | "state" | "type" | "label" | "milestone" | "author" | "assignee" | "save" | "clear";

/** Methods that return a boolean return false if the user cancels, so that nothing needs to be redrawn. */
export class FilterPicker {
  readonly #shared: Pick<Shared, "dialogs" | "settings">;
  readonly #services: FilterServices;

  constructor(shared: Pick<Shared, "dialogs" | "settings">, services: FilterServices) {
    this.#shared = shared;
    this.#services = services;
  }

  async filter({ address, query }: QuerySubject): Promise<boolean> {
    const { dialogs } = this.#shared;
    const { choices } = this.#services.lists;
    const present = choices.getFilter(address, query.id);
    const isFiltered = Object.keys(present).some((key) => key !== "sort");
    const part = await dialogs.pick<Part>(l10n.t("Filter {0} in {1}", queryName(query), fullName(address)), [
      { label: l10n.t("Text…"), detail: l10n.t("In titles, texts and comments"), value: "words" },
      { label: l10n.t("State…"), detail: l10n.t("Open, closed or both"), value: "state" },
      { label: l10n.t("Kind…"), detail: l10n.t("Issues, pull requests or both"), value: "type" },
      { label: l10n.t("Label…"), value: "label" },
      { label: l10n.t("Milestone…"), value: "milestone" },
      { label: l10n.t("Author…"), value: "author" },
      { label: l10n.t("Assignee…"), value: "assignee" },
      ...(isFiltered
        ? ([
            { label: l10n.t("Save as Query…"), detail: l10n.t("Saved in your settings"), value: "save" },
            { label: l10n.t("Clear Filter"), value: "clear" },
          ] as const)
        : []),
    ]);
    if (part === undefined) return false;
    if (part === "save") return await this.#save(address, applyFilter(query.query, present));
    const { sort } = present;
    const filter =
      part === "clear" ? (sort === undefined ? {} : { sort }) : await this.#askFor(address, part, query.query, present);
    if (filter === undefined) return false;
    await choices.filter(address, query.id, filter);
    return true;
  }

  /** Clears the user's filter, but keeps the sort order. */
  async clear({ address, query }: QuerySubject): Promise<void> {
    const { choices } = this.#services.lists;
    const { sort } = choices.getFilter(address, query.id);
    await choices.filter(address, query.id, sort === undefined ? {} : { sort });
  }

  /** Asks for a sort order. If the server supports only one, says so; its lists no longer offer sorting after that. */
  async sort({ address, query }: QuerySubject): Promise<boolean> {
    const { dialogs } = this.#shared;
    const { lists } = this.#services;
    const isSortable = await dialogs.progress(
      l10n.t("Loading sort options of {0}…", formatHost(address.base)),
      (_report, signal) => lists.detectSorting(address, signal),
    );
    if (isSortable === false) {
      await dialogs.message(
        "info",
        l10n.t("{0} supports no sort order other than newest first.", formatHost(address.base)),
      );
      return true;
    }
    const order = await dialogs.pick<IssueOrder>(
      l10n.t("Sort {0} in {1}", queryName(query), fullName(address)),
      ORDERS.map((each) => ({ label: sentenceCase(describeOrder(each)), value: each })),
    );
    if (order === undefined) return false;
    const { sort: _old, ...filter } = lists.choices.getFilter(address, query.id);
    const { sort: saved = "latest" } = query.query;
    await lists.choices.filter(address, query.id, order === saved ? filter : { ...filter, sort: order });
    return true;
  }

  async group(address: RepositoryAddress): Promise<boolean> {
    const by = await this.#shared.dialogs.pick<Grouping>(l10n.t("Group Issues of {0} By", fullName(address)), [
      { label: l10n.t("Milestone"), value: "milestone" },
      { label: l10n.t("Label"), value: "label" },
      { label: l10n.t("Author"), value: "author" },
      { label: l10n.t("None"), value: "none" },
    ]);
    if (by === undefined) return false;
    await this.#services.lists.choices.group(address, by);
    return true;
  }

  /** Returns the changed filter. What the query is saved with isn't part of it. */
  async #askFor(
    address: RepositoryAddress,
    part: Part,
    saved: IssueQuery,
    present: ListFilter,
  ): Promise<ListFilter | undefined> {
    const { dialogs } = this.#shared;
    switch (part) {
      case "words": {
        const { words: value = saved.words ?? "", ...rest } = present;
        const words = (await dialogs.input({ title: l10n.t("Search Text"), value }))?.trim();
        if (words === undefined) return undefined;
        return words === (saved.words ?? "") ? rest : { ...rest, words };
      }
      case "state": {
        const states = (["open", "closed", "all"] as const).map((each) => ({
          label: sentenceCase(stateName(each)),
          value: each,
        }));
        const state = await dialogs.pick(l10n.t("Select State"), states);
        return state === undefined ? undefined : { ...present, state };
      }
      case "type": {
        const type = await dialogs.pick<"issues" | "pulls" | "both">(l10n.t("Select Kind"), [
          { label: sentenceCase(typeName("issues")), value: "issues" },
          { label: sentenceCase(typeName("pulls")), value: "pulls" },
          { label: l10n.t("Both"), value: "both" },
        ]);
        const { type: _old, ...rest } = present;
        if (type === undefined) return undefined;
        return type === (saved.type ?? "both") ? rest : { ...rest, type };
      }
      case "author": {
        const author = await dialogs.input({
          title: l10n.t("Author"),
          prompt: l10n.t("A user name, or {0} for you", ME),
          validate: (typed) => {
            if (typed.trim() === ME && this.#services.access.loginAt(address) === undefined)
              return l10n.t("Your user name on {0} is unknown", formatHost(address.base));
            return /^@?[\w.-]+$/.test(typed.trim()) ? undefined : l10n.t("Enter a valid user name");
          },
        });
        return author === undefined ? undefined : { ...present, author: author.trim() };
      }
      case "label": {
        const label = await this.#pickName(address, l10n.t("Select a Label"), ({ labels, archivedLabels }) => [
          ...labels.map((each) => ({
            label: each.name,
            description: each.description ?? "",
            picture: labelDot(each),
          })),
          ...archivedLabels.map((each) => ({
            label: each.name,
            description: l10n.t("archived"),
            picture: labelDot(each),
          })),
        ]);
        return label === undefined
          ? undefined
          : { ...present, labels: [...new Set([...(present.labels ?? saved.labels ?? []), label])] };
      }
      case "milestone": {
        const milestone = await this.#pickName(address, l10n.t("Select a Milestone"), ({ milestones }) =>
          milestones.map(({ title }) => ({ label: title })),
        );
        return milestone === undefined ? undefined : { ...present, milestones: [milestone] };
      }
      case "assignee": {
        const assignee = await this.#pickName(address, l10n.t("Select a User"), ({ people }) => {
          // Some may no longer be assignable, and without write access, servers list no one.
          const assigned = this.#services.lists.listKnown(address).flatMap(({ assignees }) => assignees);
          return [...new Set([...people, ...assigned].map(({ login }) => login))].map((label) => ({ label }));
        });
        return assignee === undefined ? undefined : { ...present, assignee };
      }
      case "save":
      case "clear":
        return undefined;
    }
  }

  /** Asks for a label, milestone or user of the repository. */
  async #pickName(
    address: RepositoryAddress,
    title: string,
    list: (
      options: IssueChoices,
    ) => readonly { readonly label: string; readonly description?: string; readonly picture?: string | undefined }[],
  ): Promise<string | undefined> {
    const { dialogs } = this.#shared;
    const options = await dialogs.progress(
      l10n.t("Loading the options of {0}…", fullName(address)),
      (_report, signal) => this.#services.choices.read(address, signal),
    );
    const choices = list(options).map((choice) => Object.assign(choice, { value: choice.label }));
    if (choices.length > 0) return await dialogs.pick(title, choices);
    await dialogs.message("info", l10n.t("Nothing to select in {0}.", fullName(address)));
    return undefined;
  }

  async #save(address: RepositoryAddress, query: IssueQuery): Promise<boolean> {
    const { dialogs, settings } = this.#shared;
    const repository = fullName(address);
    const own = (): readonly unknown[] => settings.get(QUERIES);
    const taken = new Set(parseOwnQueries(own()).queries.map(({ id }) => id));
    const name = await dialogs.input({
      title: l10n.t("Query Name"),
      validate(typed) {
        if (typed.trim() === "") return l10n.t("Enter a name");
        return taken.has(ownQueryId(typed.trim(), repository)) ? l10n.t("This name is already used") : undefined;
      },
    });
    if (name === undefined) return false;
    const { words, ...rest } = query;
    const saved = {
      name: name.trim(),
      repository,
      ...rest,
      ...(words === undefined ? {} : { text: words }),
    };
    await settings.set(QUERIES, [...own(), saved]);
    return true;
  }
}

function sentenceCase(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
