// Shows the panel of contacted servers, and redraws it when something changes.
import type { Disposable, Event } from "vscode";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import { contentPanel, type ContentPanel, type ContentPort, type ContentSource } from "../panels/content-panel.ts";
import { receive } from "../panels/receive-messages.ts";
import type { After } from "../poller.ts";
import type { Shared } from "../wings/shared.ts";
import { contactsContent } from "./content.ts";
import type { ForbiddenServers } from "./forbidden-servers.ts";
import { contactsMessages, type ContactsAct } from "./protocol.ts";

/** Requests may be many, and rows must not flicker. */
const REDRAW_INTERVAL_MS = 1000;

export interface ContactsPanelDependencies extends Pick<Shared, "contacts" | "log" | "now" | "openSettings"> {
  /** Fires after each request and each part of a response. */
  readonly onDidContact: Event<void>;
  readonly forbidden: Pick<ForbiddenServers, "allow" | "forbid" | "list" | "onDidChange">;
  readonly after: After;
}

/** The window has one such panel. */
export function contactsPanel(dependencies: ContactsPanelDependencies): ContentPanel<object> {
  return contentPanel({
    id: "triptych.contactedServers",
    icon: "servers",
    toKey: () => "",
    decodeSubject: () => ({}),
    open: (_subject, port) => new OpenContacts(port, dependencies),
  });
}

class OpenContacts implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #dependencies: ContactsPanelDependencies;
  readonly #listening: readonly Disposable[];
  #redraw: Disposable | undefined;

  constructor(port: ContentPort<object>, dependencies: ContactsPanelDependencies) {
    const { forbidden, log, openSettings, onDidContact, after } = dependencies;
    this.#dependencies = dependencies;
    this.receive = receive(contactsMessages, {
      forbid: ({ origin }) => forbidden.forbid(origin),
      allow: async ({ origin }) => void (await forbidden.allow(origin)),
      openSettings: () => openSettings("triptych.forbiddenServers"),
      showLog: () => log.show(),
    });
    this.#listening = [
      forbidden.onDidChange(() => port.update()),
      onDidContact(() => {
        this.#redraw ??= after(REDRAW_INTERVAL_MS, () => {
          this.#redraw = undefined;
          port.update();
        });
      }),
    ];
  }

  page(): PanelContent<ContactsAct> {
    const { contacts, forbidden, now } = this.#dependencies;
    return contactsContent({ contacts: contacts.list(), forbidden: forbidden.list(), now: now() });
  }

  dispose(): void {
    this.#redraw?.dispose();
    for (const each of this.#listening) each.dispose();
  }
}
