// The page of contacted servers: which servers, why, how often, and what went there.
import type { Contact, LastOutcome, Purpose } from "../../base/http/contacts.ts";
import type { PanelContent, Part } from "../../panels/kit/content/content-model.ts";
import type { Cell, Row } from "../../panels/kit/content/table-model.ts";
import { describeProblem } from "../problems.ts";
import { format } from "../text/format.ts";
import { l10n } from "../text/l10n.ts";
import type { ContactsAct } from "./protocol.ts";

export interface ContactsInput {
  readonly contacts: readonly Contact[];
  readonly forbidden: readonly string[];
  readonly now: number;
}

export function contactsContent({ contacts, forbidden, now }: ContactsInput): PanelContent<ContactsAct> {
  const isForbidden = (origin: string): boolean => forbidden.includes(origin);
  const others = forbidden.filter((origin) => contacts.every((contact) => contact.origin !== origin));
  const rows = [
    ...contacts.map((contact) => contactRow(contact, isForbidden(contact.origin), now)),
    ...others.map(uncontactedRow),
  ];
  return {
    title: contactsTitle(),
    head: {
      toolbar: {
        label: l10n.t("Actions"),
        buttons: [
          { act: { type: "openSettings" }, label: l10n.t("Open Settings"), icon: "gear" },
          { act: { type: "showLog" }, label: l10n.t("Show Log"), icon: "file" },
        ],
      },
      under: [{ text: l10n.t("Since this window opened"), looks: ["quiet"] }],
    },
    parts: rows.length === 0 ? [nothingContacted()] : [contactsTable(rows)],
    foot: l10n.t(
      "Sizes are those of URLs and contents, without headers. The list doesn't include Git, pages that you open in the browser, other windows, the MCP server, or the command line.",
    ),
  };
}

function contactsTitle(): string {
  return l10n.t("Contacted Servers");
}

function nothingContacted(): Part<ContactsAct> {
  return {
    kind: "empty",
    icon: "globe",
    level: 2,
    heading: l10n.t("No server contacted"),
    sentence: l10n.t("Triptych has sent no request since this window opened."),
  };
}

function contactsTable(rows: readonly Row<ContactsAct>[]): Part<ContactsAct> {
  return {
    kind: "table",
    label: contactsTitle(),
    columns: [
      { name: l10n.t("Server"), width: "minmax(130px, 3fr)" },
      { name: l10n.t("Why"), short: true, width: "minmax(110px, 2fr)" },
      { name: l10n.t("Requests"), short: true, look: "number", width: "56px" },
      { name: l10n.t("Received"), short: true, look: "number", width: "68px" },
      { name: l10n.t("Sent"), short: true, look: "number", width: "68px" },
      { name: l10n.t("Token"), short: true, width: "56px" },
      { name: l10n.t("Last"), short: true, width: "minmax(72px, 1fr)" },
      { name: l10n.t("Access"), width: "140px" },
    ],
    rows,
  };
}

function contactRow(contact: Contact, isForbidden: boolean, now: number): Row<ContactsAct> {
  const { origin, purposes, requests, receivedBytes, sentBytes, last } = contact;
  const why = [...purposes].map(([purpose, count]) =>
    purposes.size === 1 ? describePurpose(purpose) : l10n.t("{0} ({1})", describePurpose(purpose), format.count(count)),
  );
  return {
    cells: [
      [{ text: origin, looks: ["strong"] }],
      why.join(", "),
      format.count(requests),
      format.bytes(receivedBytes),
      format.bytes(sentBytes),
      describeTokens(contact),
      last === undefined ? "" : describeLast(last, now),
      accessCell(origin, isForbidden),
    ],
  };
}

/** A server that is forbidden, and wasn't contacted since. */
function uncontactedRow(origin: string): Row<ContactsAct> {
  const cells = ["", format.count(0), "", "", "", ""];
  return { cells: [[{ text: origin, looks: ["strong"] }], ...cells, accessCell(origin, true)] };
}

function accessCell(origin: string, isForbidden: boolean): Cell<ContactsAct> {
  return isForbidden
    ? [
        { text: l10n.t("Forbidden"), icon: "circle-slash", tone: "bad" },
        { text: " " },
        { text: l10n.t("Allow"), act: { type: "allow", origin }, tip: l10n.t("Allow requests to {0} again", origin) },
      ]
    : [{ text: l10n.t("Forbid"), act: { type: "forbid", origin }, tip: l10n.t("Forbid all requests to {0}", origin) }];
}

function describePurpose(purpose: Purpose): string {
  switch (purpose) {
    case "reports":
      return l10n.t("Trackers and reports of apps");
    case "threads":
      return l10n.t("Issues and pull requests");
    case "images":
      return l10n.t("Images and files in texts");
    case "ledger":
      return l10n.t("Blocks of the ledger");
    case "agents":
      return l10n.t("Agents");
    case "extensions":
      return l10n.t("Other extensions");
  }
}

function describeTokens({ requests, withToken }: Contact): string {
  if (withToken === 0) return l10n.t("No");
  if (withToken === requests) return l10n.t("Yes");
  return l10n.t("{0} of {1}", format.count(withToken), format.count(requests));
}

function describeLast({ at, outcome }: LastOutcome, now: number): Cell<ContactsAct> {
  const time = new Date(at).toISOString();
  if ("status" in outcome) return [{ text: String(outcome.status), time }];
  return [{ text: describeProblem(outcome.problem, now).short, tone: "caution", time }];
}
