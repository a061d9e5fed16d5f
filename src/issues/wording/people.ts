// Names people.
import { format } from "../../workbench/text/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { isGhost, type Person } from "../model/entities.ts";

/** Returns a person's user name. Email addresses are never shown. */
export function formatPerson(person: Person | undefined): string {
  return person === undefined || isGhost(person) ? l10n.t("Deleted user") : person.login;
}

export function listPeople(people: readonly Person[]): string {
  return format.list(people.map(formatPerson));
}
