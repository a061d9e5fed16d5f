// Opens panels whose page is one value, and reads the page as a person does: by headings, names and words.
import assert from "node:assert/strict";
import type { ChartPart, ChartPlace } from "../../src/panels/kit/content/chart-model.ts";
import type { Select } from "../../src/panels/kit/content/control-model.ts";
import type {
  Banner,
  Busy,
  Change,
  Empty,
  Fact,
  Meter,
  PanelContent,
  Part,
  RowDetail,
  Section,
  Tabs,
  ToPage,
} from "../../src/panels/kit/content/content-model.ts";
import type { Cell, Row, Table } from "../../src/panels/kit/content/table-model.ts";
import type { ContentMessage, Text } from "../../src/panels/kit/content/text-model.ts";
import type { ContentPanel } from "../../src/workbench/panels/content-panel.ts";
import { until } from "./extension.ts";

type Parts = readonly Part<ContentMessage>[];

/** All parts, those of sections, columns and the chosen tab included. */
function allParts(parts: Parts): Parts {
  return parts.flatMap((part) => {
    if ("parts" in part) return [part, ...allParts(part.parts)];
    return part.kind === "table" && part.detail !== undefined ? [part, ...allParts([toSection(part.detail)])] : [part];
  });
}

/** The details of a row, which a person reads as a section under the row. */
function toSection({ heading, serial, parts }: RowDetail<ContentMessage>): Section<ContentMessage> {
  return { kind: "section", heading, reveals: String(serial), parts };
}

export class PageReader {
  readonly page: PanelContent<ContentMessage>;
  readonly parts: Parts;

  constructor(page: PanelContent<ContentMessage>, parts: Parts = page.parts) {
    this.page = page;
    this.parts = allParts(parts);
  }

  get title(): string {
    return this.page.title;
  }

  /** "12 transactions" */
  get figures(): readonly string[] {
    return this.parts.flatMap((part) =>
      part.kind === "figures" ? part.figures.map(({ value, word }) => `${value} ${word}`) : [],
    );
  }

  get headings(): readonly string[] {
    return this.parts.flatMap((part) => (part.kind === "section" ? [part.heading] : []));
  }

  get empty(): Empty<ContentMessage> | undefined {
    return this.parts.find((part) => part.kind === "empty");
  }

  get busy(): Busy<ContentMessage> | undefined {
    return this.parts.find((part) => part.kind === "busy");
  }

  get banners(): readonly Banner<ContentMessage>[] {
    return this.parts.filter((part) => part.kind === "banner");
  }

  get failure(): Banner<ContentMessage> | undefined {
    return this.banners.find(({ tone }) => tone === "failed");
  }

  get tables(): readonly Table<ContentMessage>[] {
    return this.parts.filter((part) => part.kind === "table");
  }

  table(label: string): Table<ContentMessage> {
    return this.tables.find((each) => each.label === label) ?? assert.fail(`no table ${label}`);
  }

  get tabs(): Tabs<ContentMessage> {
    return this.parts.find((part) => part.kind === "tabs") ?? assert.fail("no tabs");
  }

  /** The count on a tab. */
  tabCount(label: string): string | undefined {
    return this.tabs.tabs.find((tab) => tab.label === label)?.count;
  }

  get meter(): Meter | undefined {
    return this.parts.find((part) => part.kind === "meter");
  }

  get code(): string {
    return this.parts.find((part) => part.kind === "code")?.text ?? assert.fail("no code");
  }

  get chart(): ChartPart<ContentMessage> {
    return this.parts.find((part) => part.kind === "chart") ?? assert.fail("no chart");
  }

  get changes(): readonly Change<ContentMessage>[] {
    return this.parts.flatMap((part) => (part.kind === "changes" ? part.changes : []));
  }

  /** The small print of texts and controls. */
  get notes(): readonly string[] {
    return this.parts.flatMap((part) =>
      part.kind === "text"
        ? [words(part.text)]
        : part.kind === "controls"
          ? part.items.flatMap((item) => ("text" in item ? [item.text] : []))
          : [],
    );
  }

  /** The labels of buttons and links among controls. */
  get controls(): readonly string[] {
    return this.parts.flatMap((part) =>
      part.kind === "controls"
        ? part.items.flatMap((item) =>
            "button" in item ? [item.button.label] : "link" in item ? [item.link.label] : [],
          )
        : [],
    );
  }

  get facts(): readonly Fact<ContentMessage>[] {
    return this.parts.flatMap((part) => (part.kind === "facts" ? part.facts : []));
  }

  get foot(): string {
    return words(this.page.foot ?? "").trim();
  }

  /** What is under a heading. */
  under(heading: string): PageReader {
    return new PageReader(this.page, this.section(heading).parts);
  }

  /** The count beside a heading. */
  count(heading: string): string | undefined {
    return this.section(heading).count;
  }

  section(heading: string): Section<ContentMessage> {
    const section = this.parts.find(
      (part): part is Section<ContentMessage> => part.kind === "section" && part.heading === heading,
    );
    return section ?? assert.fail(`no section ${heading}`);
  }

  fact(name: string): Fact<ContentMessage> | undefined {
    return this.facts.find((each) => each.name === name);
  }

  value(name: string): string | undefined {
    const { value } = this.fact(name) ?? {};
    return value === undefined ? undefined : words(value);
  }

  /** A list to choose from. */
  select(label: string): Select<ContentMessage> {
    const items = this.parts.flatMap((part) => (part.kind === "controls" ? part.items : []));
    const found = items.find(
      (item): item is { readonly select: Select<ContentMessage> } => "select" in item && item.select.label === label,
    );
    return found?.select ?? assert.fail(`no list ${label}`);
  }

  options(label: string): readonly string[] {
    return this.select(label).groups.flatMap(({ options }) => options.map((option) => option.label));
  }

  chosen(label: string): string | undefined {
    const options = this.select(label).groups.flatMap((group) => group.options);
    return options.find(({ chosen }) => chosen)?.label;
  }

  /** The cells of a table that came with the page. */
  rows(label: string): readonly (readonly (string | null)[])[] {
    const table = this.table(label);
    return "id" in table.rows ? assert.fail(`${label} comes in portions`) : table.rows.map(cells);
  }
}

export function words(text: Text<ContentMessage>): string {
  return typeof text === "string" ? text : text.map((span) => span.text ?? "").join("");
}

function cells({ cells: all }: { readonly cells: readonly Cell<ContentMessage>[] }): readonly (string | null)[] {
  return all.map((cell) => (cell === null ? null : words(cell)));
}

/** An open panel, with everything that its page was sent. `taken` are the keys of things that other panels show. */
export function openPage<Subject>(kind: ContentPanel<Subject>, subject: Subject, taken: readonly string[] = []) {
  const pages: PanelContent<ContentMessage>[] = [];
  const rows = new Map<string, readonly Row<ContentMessage>[]>();
  const places = new Map<string, readonly ChartPlace<ContentMessage>[]>();
  const moved: Subject[] = [];
  let title = "";
  let isListening = true;
  let largest = 0;
  const take = <Value>(into: Map<string, readonly Value[]>, id: string, from: number, values: readonly Value[]) => {
    const before = into.get(id) ?? [];
    assert.ok(from <= before.length, `${id} has a gap`);
    largest = Math.max(largest, values.length);
    into.set(id, [...before.slice(0, from), ...values]);
  };
  const missed: string[] = [];
  const post = (message: ToPage): void => {
    if (!isListening) missed.push(message.type);
    else if (message.type === "content") pages.push(message.content);
    else if (message.type === "rows") take(rows, message.id, message.from, message.rows);
    else take(places, message.id, message.from, message.places);
  };
  const connection = kind.connect(subject, {
    post,
    setTitle: (newer) => (title = newer),
    move: (to) => {
      if (taken.includes(kind.toKey(to))) return false;
      moved.push(to);
      return true;
    },
  });
  const last = (): PageReader => new PageReader(pages.at(-1) ?? connection.paint().page ?? assert.fail("no page"));
  return {
    connection,
    pages,
    moved,
    missed,
    last,
    title: () => title,
    rows: (id: string) => (rows.get(id) ?? []).map(cells),
    /** As they were sent, with tooltips. */
    sentRows: (id: string) => rows.get(id) ?? [],
    places: (id: string) => places.get(id) ?? [],
    largest: () => largest,
    /** The page is gone, and with it what it was sent; or it is there again. */
    listen: (listens: boolean) => {
      isListening = listens;
      rows.clear();
      places.clear();
      if (listens) connection.ready();
    },
    send: async (message: ContentMessage | (ContentMessage & { readonly [field: string]: unknown })) =>
      await connection.receive(message),
    loaded: async () => {
      await until("it is loaded", () => pages.length > 0 && last().busy === undefined);
      return last();
    },
  };
}
