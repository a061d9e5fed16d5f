// Registers links and hovers in texts and terminals; what finds them is loaded when VS Code first asks.
import {
  Disposable,
  languages,
  window,
  type DocumentLinkProvider,
  type HoverProvider,
  type TerminalLinkProvider,
} from "vscode";
import type { TextLink } from "../text/sinks.ts";
import type { Reference } from "./registry.ts";

/** Text that people write and read; not the output channels, which the extension itself fills. */
const EVERYWHERE = ["file", "untitled", "vscode-remote", "vscode-vfs", "git"].map((scheme) => ({ scheme }));

export interface ReferenceProviders extends Disposable {
  readonly links: DocumentLinkProvider;
  readonly hovers: HoverProvider;
  readonly terminals: TerminalLinkProvider<TextLink<Reference>>;
}

export function registerReferences(load: () => Promise<ReferenceProviders>): Disposable {
  return Disposable.from(
    languages.registerDocumentLinkProvider(EVERYWHERE, {
      provideDocumentLinks: async (...given) => (await load()).links.provideDocumentLinks(...given),
    }),
    languages.registerHoverProvider(EVERYWHERE, {
      provideHover: async (...given) => (await load()).hovers.provideHover(...given),
    }),
    window.registerTerminalLinkProvider(terminalLinks(load)),
  );
}

function terminalLinks(load: () => Promise<ReferenceProviders>): ReferenceProviders["terminals"] {
  return {
    provideTerminalLinks: async (...given) => (await load()).terminals.provideTerminalLinks(...given),
    handleTerminalLink: async (link) => (await load()).terminals.handleTerminalLink(link),
  };
}
