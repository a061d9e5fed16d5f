// What the panel of an entity shows.
import { l10n } from "../../workbench/text/l10n.ts";
import { formatSeconds } from "../../base/time.ts";
import type { Problem } from "../../base/problem.ts";
import type { Fact, Figure, Page, Part } from "../../panels/kit/page/model.ts";
import type { Table } from "../../panels/kit/page/table-model.ts";
import type { DeclaredMessage } from "../../workbench/panels/receive.ts";
import { failureBanner } from "../../workbench/panels/remedies.ts";
import type { Ways } from "../../workbench/problems.ts";
import { count } from "../../workbench/format.ts";
import type { Network } from "../model/network.ts";
import type { Entity } from "../model/entity.ts";
import { formatHbars, formatShortTime } from "../network/network-text.ts";
import { copyableFact, createCrumb, goneNetworkBanner, refreshButton } from "../page-parts.ts";
import { codeFact, digits, plainFact } from "../block/facts.ts";
import type { Recent } from "./entities.ts";
import { describeLoading } from "../format.ts";
import { describeUnknownEntity, entityKindName, formatSupply } from "./entity-text.ts";
import type { EntityAddress, entityMessages } from "./panel.ts";
import { recentTables } from "./recent-tables.ts";

export type EntityAct = DeclaredMessage<typeof entityMessages>;

/** The data about the entity of a page. */
interface Known {
  readonly address: EntityAddress;
  /** Undefined if it is no longer in the settings. */
  readonly network: Network | undefined;
  readonly entity: Entity | "absent" | undefined;
  /** Whether the last load got the entity; what then fails is its latest activity. */
  readonly isEntityCurrent: boolean;
  readonly recent: Recent | undefined;
  readonly isLoading: boolean;
  readonly problem: Problem | undefined;
  readonly ways: Ways;
  readonly now: number;
}

export function entityPage(known: Known): Page<EntityAct> {
  const { address, network, recent, isLoading, now } = known;
  const entity = known.entity === "absent" ? undefined : known.entity;
  const title = entity === undefined ? address.entity : entityTitle(entity);
  const parts: readonly (readonly Part<EntityAct>[])[] = [
    isLoading ? [{ kind: "busy", sentence: describeLoading(title), cancel: { type: "cancel" } }] : [],
    failure(known, title),
    known.entity === "absent" ? [noEntity(address, network)] : [],
    entity === undefined ? [] : [...figuresPart(entity), factsSection(entity)],
    entity === undefined || recent === undefined
      ? []
      : [...skippedBanner(recent), ...recentTables(recent, now).map(section)],
  ];
  return {
    title,
    head: {
      crumb: createCrumb(address.network, network),
      toolbar: { label: l10n.t("Entity"), buttons: [refreshButton()] },
    },
    parts: parts.flat(),
  };
}

function failure(known: Known, title: string): readonly Part<EntityAct>[] {
  const { address, network, isEntityCurrent, recent, isLoading, ways, now } = known;
  const problem = known.problem ?? (isLoading ? undefined : recent?.problem);
  const unloaded = l10n.t("Could not load {0}.", title);
  if (network === undefined) return [goneNetworkBanner(unloaded, address.network, ways)];
  if (problem === undefined) return [];
  const heading = !isEntityCurrent ? unloaded : l10n.t("Could not load the latest activity of {0}.", title);
  return [failureBanner(heading, problem, ways, now)];
}

function skippedBanner({ skipped }: Recent): readonly Part<EntityAct>[] {
  if (skipped === 0) return [];
  const sentence =
    skipped === 1
      ? l10n.t("1 entry was skipped: the response could not be read.")
      : l10n.t("{0} entries were skipped: the response could not be read.", count(skipped));
  return [{ kind: "banner", tone: "caution", sentence }];
}

function noEntity({ entity, network: name }: EntityAddress, network: Network | undefined): Part {
  return {
    kind: "empty",
    icon: "search",
    level: 2,
    heading: l10n.t("{0} not found", entity),
    sentence: describeUnknownEntity(entity, network ?? { name, address: "" }),
  };
}

function factsSection(entity: Entity): Part {
  return {
    kind: "section",
    heading: l10n.t("Facts"),
    hidden: true,
    parts: [{ kind: "facts", facts: buildFacts(entity) }],
  };
}

function section(table: Table<EntityAct>): Part<EntityAct> {
  return { kind: "section", heading: table.label, parts: [table] };
}

/** "Account 0.0.1024" */
function entityTitle(entity: Entity): string {
  const name = entity.kind === "token" ? entity.name : undefined;
  return name === undefined || name === "" ? `${entityKindName(entity)} ${entity.id}` : `${name} ${entity.id}`;
}

/** Without a figure, its room is left out too. */
function figuresPart(entity: Entity): readonly Part[] {
  const figures = buildFigures(entity);
  return figures.length === 0 ? [] : [{ kind: "figures", figures }];
}

function buildFigures(entity: Entity): readonly Figure[] {
  if (entity.kind === "account" && entity.balance !== undefined) {
    return [{ value: formatHbars(entity.balance), word: l10n.t("balance") }];
  }
  const supply = entity.kind === "token" ? formatSupply(entity) : undefined;
  return supply === undefined ? [] : [{ value: supply, word: l10n.t("total supply") }];
}

/** All facts about an entity. */
function buildFacts(entity: Entity): readonly Fact[] {
  return [
    codeFact(l10n.t("ID"), entity.id),
    plainFact(l10n.t("Kind"), entityKindName(entity)),
    ...ownFacts(entity),
    time(l10n.t("Created"), entity.created),
    ...(entity.deleted ? [plainFact(l10n.t("Deleted"), l10n.t("Yes"))] : []),
    { ...plainFact(l10n.t("Memo"), entity.memo === "" ? l10n.t("None") : entity.memo), wide: true },
  ];
}

function ownFacts(entity: Entity): readonly Fact[] {
  switch (entity.kind) {
    case "account":
      return [
        { ...codeFact(l10n.t("EVM address"), entity.evmAddress), wide: true },
        amount(l10n.t("Balance"), entity.balance),
        time(l10n.t("Balance as of"), entity.balanceAt),
        ...(entity.stakedNode === undefined ? [] : [plainFact(l10n.t("Staked to node"), count(entity.stakedNode))]),
        ...(entity.stakedAccount === undefined ? [] : [codeFact(l10n.t("Staked to"), entity.stakedAccount)]),
        amount(l10n.t("Pending reward"), entity.pendingReward),
        ...(entity.expires === undefined ? [] : [time(l10n.t("Expires"), entity.expires)]),
      ];
    case "contract":
      return [
        { ...codeFact(l10n.t("EVM address"), entity.evmAddress), wide: true },
        codeFact(l10n.t("Bytecode file"), entity.file),
        ...(entity.obtainer === undefined ? [] : [codeFact(l10n.t("Balance sent to"), entity.obtainer)]),
        ...(entity.expires === undefined ? [] : [time(l10n.t("Expires"), entity.expires)]),
      ];
    case "token":
      return [
        plainFact(l10n.t("Name"), entity.name),
        plainFact(l10n.t("Symbol"), entity.symbol),
        copyableFact(l10n.t("Total supply"), formatSupply(entity), digits(entity.totalSupply)),
        entity.maxSupply === 0n
          ? plainFact(l10n.t("Maximum supply"), l10n.t("No limit"))
          : copyableFact(
              l10n.t("Maximum supply"),
              formatSupply({ ...entity, totalSupply: entity.maxSupply }),
              digits(entity.maxSupply),
            ),
        plainFact(l10n.t("Decimals"), entity.decimals === undefined ? undefined : count(entity.decimals)),
        codeFact(l10n.t("Treasury"), entity.treasury),
      ];
    case "topic":
      return [plainFact(l10n.t("Submitting requires a key"), entity.restricted ? l10n.t("Yes") : l10n.t("No"))];
    case "schedule":
      return [
        codeFact(l10n.t("Creator"), entity.creator),
        codeFact(l10n.t("Payer"), entity.payer),
        entity.executed === undefined
          ? plainFact(l10n.t("Executed"), l10n.t("Not yet"))
          : time(l10n.t("Executed"), entity.executed),
        ...(entity.expires === undefined ? [] : [time(l10n.t("Expires"), entity.expires)]),
      ];
  }
}

function amount(name: string, tinybars: bigint | undefined): Fact {
  return copyableFact(name, tinybars === undefined ? undefined : formatHbars(tinybars), digits(tinybars));
}

function time(name: string, at: bigint | undefined): Fact {
  return copyableFact(name, formatShortTime(at), at === undefined ? undefined : formatSeconds(at));
}
