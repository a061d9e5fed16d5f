// Shows references as links and hovers in editors, and as links in terminals.
import {
  commands,
  Range,
  Uri,
  workspace,
  type CancellationToken,
  type DocumentLink,
  type Terminal,
  type TerminalLinkProvider,
  type TextDocument,
} from "vscode";
import { withSignal } from "../../base/tasks/with-signal.ts";
import { l10n } from "../text/l10n.ts";
import type { CommandId } from "../commands.ts";
import { commandLink, documentLink, hover, TextLink, tooltip } from "../vscode-objects.ts";
import { collectReferences } from "./collect-references.ts";
import { CutStatus } from "./cut-status.ts";
import type { ReferenceProviders } from "./lazy-providers.ts";
import type { Reference, References, LineLocation } from "./registry.ts";

const OPEN = "triptych.openReference" satisfies CommandId;

export function referenceProviders(references: References, status = new CutStatus()): ReferenceProviders {
  return {
    links: { provideDocumentLinks: (document, token) => linksIn(references, document, status, token) },
    hovers: {
      provideHover: async (document, position, token) => {
        const line = document.lineAt(position).text;
        const where = document.uri.toString();
        await references.prepare(line, where);
        const found = references
          .find(line, where)
          .find(({ start, end }) => start <= position.character && position.character <= end);
        if (found === undefined) return undefined;
        const about = await withSignal(token, (signal) => references.hover(found, signal));
        if (about === undefined) return undefined;
        return hover(
          toRange(found, position.line),
          tooltip(about),
          commandLink(l10n.t("Open"), OPEN, toArguments(found)),
        );
      },
    },
    terminals: terminalLinks(references),
    dispose: () => status.dispose(),
  };
}

function terminalLinks(references: References): TerminalLinkProvider<TextLink<Reference>> {
  return {
    provideTerminalLinks: async ({ line, terminal }) => {
      const where = getTerminalFolder(terminal);
      await references.prepare(line, where);
      return references
        .find(line, where)
        .map((each) => new TextLink(each.start, each.end - each.start, each.tooltip, each));
    },
    // As a command, whose failure is shown.
    handleTerminalLink: async ({ target }) => await commands.executeCommand(OPEN, ...toArguments(target)),
  };
}

/** Returns the terminal's current folder, if its shell reports that, or else the folder in which it started. */
function getTerminalFolder({ shellIntegration, creationOptions }: Terminal): LineLocation {
  const initial = "cwd" in creationOptions ? creationOptions.cwd : undefined;
  const folder = shellIntegration?.cwd ?? (typeof initial === "string" ? Uri.file(initial) : initial);
  const uri = folder ?? workspace.workspaceFolders?.[0]?.uri;
  return uri === undefined ? undefined : uri.toString().replace(/\/?$/, "/");
}

async function linksIn(
  references: References,
  document: TextDocument,
  status: CutStatus,
  token: CancellationToken,
): Promise<DocumentLink[]> {
  const where = document.uri.toString();
  await references.prepare(document.getText(), where);
  const collected = await collectReferences(document, {
    isCanceled: () => token.isCancellationRequested,
    find: (line) => references.find(line, where),
  });
  if (token.isCancellationRequested) return [];
  status.show(document, collected.cutAtLine);
  return collected.references.map(([line, found]) =>
    documentLink(toRange(found, line), toCommandUri(found), found.tooltip),
  );
}

function toRange({ start, end }: Reference, line: number): Range {
  return new Range(line, start, line, end);
}

function toCommandUri(found: Reference): Uri {
  return Uri.from({ scheme: "command", path: OPEN, query: JSON.stringify(toArguments(found)) });
}

function toArguments({ resolver, text, where }: Reference): readonly string[] {
  return where === undefined ? [resolver, text] : [resolver, text, where];
}
