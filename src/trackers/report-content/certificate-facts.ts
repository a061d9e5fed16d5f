// The signing certificate among the facts of a report. It needs a separate request, so it is loaded on demand.
import type { Problem } from "../../base/problem.ts";
import type { Fact, Section } from "../../panels/kit/content/content-model.ts";
import type { Button } from "../../panels/kit/content/text-model.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Certificate } from "../model/report.ts";
import { hashFact } from "./report-sections.ts";
import type { ReportAct } from "./protocol.ts";

export type CertificateState =
  | { readonly kind: "loading" }
  /** Undefined if the report has no certificate. */
  | { readonly kind: "loaded"; readonly certificate: Certificate | undefined }
  | { readonly kind: "failed"; readonly problem: Problem };

/** Adds the certificate to the section of facts, or the button that loads it. */
export function withCertificate(
  section: Section,
  state: CertificateState | undefined,
  now: number,
): Section<ReportAct> {
  const facts = state === undefined ? [] : certificateFacts(state, now);
  return {
    ...section,
    link: state === undefined || state.kind === "failed" ? showButton(state) : undefined,
    parts: [...section.parts, ...(facts.length === 0 ? [] : [{ kind: "facts", facts } as const])],
  };
}

/** Shown instead of the certificate if no key is set. */
export function certificateNeedsKey(): Fact {
  return { name: l10n.t("Certificate"), value: l10n.t("needs an API key") };
}

function showButton(state: CertificateState | undefined): Button<ReportAct> {
  const label = state === undefined ? l10n.t("Show Certificate") : l10n.t("Retry");
  return { act: { type: "showCertificate" }, label };
}

function certificateFacts(state: CertificateState, now: number): readonly Fact[] {
  const name = l10n.t("Certificate");
  switch (state.kind) {
    case "loading":
      return [{ name, value: l10n.t("Loading…") }];
    case "failed":
      return [{ name, value: describeProblem(state.problem, now).sentence, wide: true }];
    case "loaded":
      return state.certificate === undefined ? [{ name }] : loadedFacts(state.certificate);
  }
}

function loadedFacts({ fingerprint, subject, issuer, serial, hasExpired }: Certificate): readonly Fact[] {
  const validity = hasExpired === true ? l10n.t("expired") : l10n.t("not expired");
  return [
    hashFact(l10n.t("Certificate SHA-1"), fingerprint),
    { name: l10n.t("Subject"), value: subject, wide: true },
    { name: l10n.t("Issuer"), value: issuer, wide: true },
    hashFact(l10n.t("Serial number"), serial),
    { name: l10n.t("Validity"), value: hasExpired === undefined ? undefined : validity, wide: true },
  ];
}
