// Registers links and hovers in editors and terminals. Their code is loaded when VS Code first requests them.
import {
  Disposable,
  languages,
  window,
  type DocumentLinkProvider,
  type HoverProvider,
  type TerminalLinkProvider,
} from "vscode";
import type { TextLink } from "../vscode-objects.ts";
import type { Reference } from "./registry.ts";

/** Documents that people write and read, but not output channels, which the extension itself fills. */
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
