// Builds the page of an entity.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Problem } from "../../base/problem.ts";
import type { Fact, Figure, PanelContent, Part } from "../../panels/kit/content/content-model.ts";
import { failureBanner } from "../../workbench/panels/remedies.ts";
import { format } from "../../workbench/text/format.ts";
import type { Network } from "../model/network.ts";
import type { Entity } from "../model/entity.ts";
import {
  codeFact,
  entityFact,
  hbarFact,
  numberFact,
  plainFact,
  timeFact,
  valueFact,
  wideCodeFact,
  type OpenEntity,
} from "../parts/fact-builders.ts";
import { createCrumb, explorerButtons, missingNetworkBanner, refreshButton } from "../parts/content-parts.ts";
import type { Recent } from "../store/entities.ts";
import { describeLoading, formatHbars, formatYesNo } from "../wording/block-text.ts";
import { describeUnknownEntity, entityKindName, formatSupply } from "../wording/entity-text.ts";
import type { EntityAct, EntityAddress } from "./protocol.ts";
import { recentTables } from "./recent-tables.ts";

/** The data of the page. */
interface Known {
  readonly address: EntityAddress;
  /** Undefined if it is no longer in the settings. */
  readonly network: Network | undefined;
  readonly entity: Entity | "absent" | undefined;
  /** True if the last load got the entity. A problem then concerns its latest activity. */
  readonly isEntityCurrent: boolean;
  readonly recent: Recent | undefined;
  readonly isLoading: boolean;
  readonly problem: Problem | undefined;
  readonly now: number;
}

export function entityPage(known: Known): PanelContent<EntityAct> {
  const { address, network, recent, isLoading, now } = known;
  const entity = known.entity === "absent" ? undefined : known.entity;
  const title = entity === undefined ? address.entity : entityTitle(entity);
  const parts: readonly (readonly Part<EntityAct>[])[] = [
    isLoading ? [{ kind: "busy", sentence: describeLoading(title), cancel: { type: "cancel" } }] : [],
    failure(known, title),
    known.entity === "absent" ? [noEntity(address, network)] : [],
    entity === undefined ? [] : entityParts(entity),
    entity === undefined || recent === undefined ? [] : skippedBanner(recent),
    entity === undefined || recent === undefined
      ? []
      : recentTables(recent, now).map((table) => ({ kind: "section", heading: table.label, parts: [table] })),
  ];
  return {
    title,
    head: {
      crumb: createCrumb(address.network, network),
      toolbar: {
        label: l10n.t("Entity"),
        buttons: [refreshButton(), ...(entity === undefined ? [] : explorerButtons(address.network))],
      },
    },
    parts: parts.flat(),
  };
}

function failure(known: Known, title: string): readonly Part<EntityAct>[] {
  const { address, network, isEntityCurrent, recent, isLoading, now } = known;
  const problem = known.problem ?? (isLoading || known.entity === "absent" ? undefined : recent?.problem);
  const unloaded = l10n.t("Could not load {0}.", title);
  if (network === undefined) return [missingNetworkBanner(unloaded, address.network)];
  if (problem === undefined) return [];
  const heading = !isEntityCurrent ? unloaded : l10n.t("Could not load the latest activity of {0}.", title);
  return [failureBanner(heading, problem, now)];
}

function skippedBanner({ skipped }: Recent): readonly Part<EntityAct>[] {
  if (skipped === 0) return [];
  const sentence =
    skipped === 1
      ? l10n.t("1 entry was skipped: the response could not be read.")
      : l10n.t("{0} entries were skipped: the response could not be read.", format.count(skipped));
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

/** "Account 0.0.1024" */
function entityTitle(entity: Entity): string {
  const name = entity.kind === "token" ? entity.name : undefined;
  return name === undefined || name === "" ? `${entityKindName(entity)} ${entity.id}` : `${name} ${entity.id}`;
}

/** The figures of an entity, if it has any, and its facts. */
function entityParts(entity: Entity): readonly Part<OpenEntity>[] {
  const figures = buildFigures(entity);
  const facts = { kind: "facts", facts: buildFacts(entity) } as const;
  return [
    ...(figures.length === 0 ? [] : [{ kind: "figures", figures } as const]),
    { kind: "section", heading: l10n.t("Facts"), hidden: true, parts: [facts] },
  ];
}

function buildFigures(entity: Entity): readonly Figure[] {
  if (entity.kind === "account" && entity.balance !== undefined) {
    return [{ value: formatHbars(entity.balance), word: l10n.t("balance") }];
  }
  const supply = entity.kind === "token" ? formatSupply(entity) : undefined;
  return supply === undefined ? [] : [{ value: supply, word: l10n.t("total supply") }];
}

/** All facts about an entity. */
function buildFacts(entity: Entity): readonly Fact<OpenEntity>[] {
  return [
    codeFact(l10n.t("ID"), entity.id),
    plainFact(l10n.t("Kind"), entityKindName(entity)),
    ...ownFacts(entity),
    timeFact(l10n.t("Created"), entity.created),
    ...(entity.deleted ? [plainFact(l10n.t("Deleted"), formatYesNo(true))] : []),
    { ...plainFact(l10n.t("Memo"), entity.memo === "" ? l10n.t("None") : entity.memo), wide: true },
  ];
}

function ownFacts(entity: Entity): readonly Fact<OpenEntity>[] {
  const expires =
    "expires" in entity && entity.expires !== undefined ? [timeFact(l10n.t("Expires"), entity.expires)] : [];
  switch (entity.kind) {
    case "account":
      return [
        wideCodeFact(l10n.t("EVM address"), entity.evmAddress),
        ...ifKnown(wideCodeFact(l10n.t("Alias"), entity.alias)),
        hbarFact(l10n.t("Balance"), entity.balance),
        timeFact(l10n.t("Balance as of"), entity.balanceAt),
        ...ifKnown(numberFact(l10n.t("Staked to node"), entity.stakedNode)),
        ...ifKnown(entityFact(l10n.t("Staked to"), entity.stakedAccount)),
        hbarFact(l10n.t("Pending reward"), entity.pendingReward),
        ...expires,
      ];
    case "contract":
      return [
        wideCodeFact(l10n.t("EVM address"), entity.evmAddress),
        codeFact(l10n.t("Bytecode file"), entity.file),
        ...ifKnown(entityFact(l10n.t("Balance sent to"), entity.obtainer)),
        ...expires,
      ];
    case "token": {
      const { maxSupply, decimals } = entity;
      const toSupply = (totalSupply: bigint): string | undefined => formatSupply({ ...entity, totalSupply });
      return [
        plainFact(l10n.t("Name"), entity.name),
        plainFact(l10n.t("Symbol"), entity.symbol),
        valueFact(l10n.t("Total supply"), entity.totalSupply, toSupply),
        maxSupply === 0n
          ? plainFact(l10n.t("Maximum supply"), l10n.t("No limit"))
          : valueFact(l10n.t("Maximum supply"), maxSupply, toSupply),
        valueFact(l10n.t("Decimals"), decimals, (value) => format.count(value)),
        entityFact(l10n.t("Treasury"), entity.treasury),
      ];
    }
    case "topic":
      return [plainFact(l10n.t("Submitting requires a key"), formatYesNo(entity.restricted))];
    case "schedule":
      return [
        entityFact(l10n.t("Creator"), entity.creator),
        entityFact(l10n.t("Payer"), entity.payer),
        entity.executed === undefined
          ? plainFact(l10n.t("Executed"), l10n.t("Not yet"))
          : timeFact(l10n.t("Executed"), entity.executed),
        ...expires,
      ];
  }
}

/** Omits a fact that was not recorded. */
function ifKnown(fact: Fact<OpenEntity>): readonly Fact<OpenEntity>[] {
  return fact.value === undefined ? [] : [fact];
}
