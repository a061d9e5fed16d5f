// Starts a wing with the window: registers its view and panels, and builds everything else on first use.
import { window, type Disposable, type WebviewPanelSerializer } from "vscode";
import { followAccounts, type AccountContext } from "../accounts/account-contexts.ts";
import type { EarlyAccounts } from "../accounts/early-accounts.ts";
import type { CommandTable } from "../commands.ts";
import { Emitter } from "../events.ts";
import type { OfferedTool } from "../../base/tools/tool.ts";
import { once } from "../lazy-value.ts";
import type { RemedyActions } from "../problems.ts";
import type { Shared } from "./shared.ts";
import type { Children } from "../tree/node.ts";
import type { RowProvider } from "../tree/provider.ts";
import { View, type ViewId } from "./views.ts";

/** A built wing. */
export interface Wing extends Disposable {
  /** The rows of its view. */
  readonly roots: Children;
  /** Actions of remedies that only this wing offers. */
  readonly actions?: Pick<RemedyActions, "signIn">;
  readonly commands: CommandTable;
  /** What agents can call. */
  readonly tools?: readonly OfferedTool[];
  /** The serializers that restore its panels, by view type. */
  readonly panels: Readonly<Record<string, WebviewPanelSerializer>>;
}

/** The loaded services: what wings share, and what draws their rows. */
export interface Services extends Disposable {
  readonly shared: Shared;
  readonly rowProvider: (view: ViewId, wing: Pick<Wing, "roots" | "actions">) => RowProvider;
}

/** The services as wings see them: loaded on first use. */
export type ServicesSource = Pick<LazyServices<Services>, "load" | "onDidLoad">;

/** Loads the services on first use. */
export class LazyServices<Built extends Services> {
  readonly #loaded = new Emitter<Built>();
  readonly load: () => Promise<Built>;
  readonly onDidLoad = this.#loaded.event;

  constructor(build: () => Promise<Built>) {
    this.load = once(async () => {
      const services = await build();
      this.#loaded.fire(services);
      return services;
    });
  }
}

/** The code of a wing, which is loaded on first use. */
export interface WingCode<Built extends Wing> {
  /** Runs before the services are built, for example to take over settings of former versions. */
  readonly prepare?: () => Promise<void>;
  readonly build: (shared: Shared, view: View) => Built;
  /** Offers to other wings what works before this wing is built: references in text, places to share to. */
  readonly offer?: (shared: Shared, load: () => Promise<Built>) => readonly Disposable[];
  /** The options of the MCP server that name the servers of the settings. */
  readonly serverOptions?: (shared: Shared) => readonly string[];
}

/** What the workbench knows of a wing before its code is loaded. */
export interface WingDescriptor<Built extends Wing, Code extends WingCode<Built>> {
  readonly view: ViewId;
  /** Whether the user can reorder rows of the view by dragging. */
  readonly hasReorderedRows?: boolean;
  /** View types of its panels, which are restored after a reload. */
  readonly panels: readonly string[];
  /** The service of its accounts. */
  readonly account?: AccountContext;
  /** Registers with VS Code what works before the wing is built. */
  readonly register?: (wing: LazyWing<Built, Code>, start: WindowStart) => readonly Disposable[];
}

/** What exists when the window starts. */
export interface WindowStart {
  readonly services: ServicesSource;
  readonly accounts: Pick<EarlyAccounts, "hasAny" | "listed">;
}

/** Builds a wing on first use, and disposes of it at the end. */
export class LazyWing<Built extends Wing, Code extends WingCode<Built>> implements Disposable {
  readonly view: ViewId;
  /** Loads the code of the wing. */
  readonly code: () => Promise<Code>;
  /** Builds the wing. */
  readonly load: () => Promise<Built>;
  readonly #loaded = new Emitter<Built>();
  readonly #disposables: Disposable[] = [];
  #built: Built | undefined;
  readonly onDidLoad = this.#loaded.event;

  constructor(descriptor: WingDescriptor<Built, Code>, code: () => Promise<Code>, start: WindowStart) {
    const { view: id, hasReorderedRows, panels, account, register } = descriptor;
    const { services } = start;
    this.view = id;
    this.code = code;
    this.load = once(async () => {
      const [{ build }, { shared }] = await Promise.all([code(), services.load()]);
      const built = build(shared, view);
      this.own(built);
      this.#built = built;
      this.#loaded.fire(built);
      return built;
    });
    const view = new View({ id, hasReorderedRows }, async () => {
      const [{ rowProvider }, wing] = await Promise.all([services.load(), this.load()]);
      return rowProvider(id, wing);
    });
    this.own(view, ...panels.map((panel) => this.#restore(panel)));
    if (account !== undefined) this.own(followAccounts(account, start));
    if (register !== undefined) this.own(...register(this, start));
  }

  /** The wing, if it has been built. */
  get built(): Built | undefined {
    return this.#built;
  }

  /** Runs before the services are built. */
  async prepare(): Promise<void> {
    const { prepare } = await this.code();
    await prepare?.();
  }

  /** Offers to other wings what works before this wing is built. */
  async offer(shared: Shared): Promise<void> {
    const { offer } = await this.code();
    if (offer !== undefined) this.own(...offer(shared, this.load));
  }

  /** The options of the MCP server for this wing. */
  async serverOptions(shared: Shared): Promise<readonly string[]> {
    const { serverOptions } = await this.code();
    return serverOptions?.(shared) ?? [];
  }

  own(...disposables: readonly Disposable[]): void {
    this.#disposables.push(...disposables);
  }

  dispose(): void {
    // In reverse, because each part uses earlier ones.
    for (const each of this.#disposables.splice(0).toReversed()) each.dispose();
  }

  #restore(id: string): Disposable {
    return window.registerWebviewPanelSerializer(id, {
      deserializeWebviewPanel: async (panel, saved: unknown) => {
        const { panels } = await this.load();
        await panels[id]?.deserializeWebviewPanel(panel, saved);
      },
    });
  }
}
