// Starts a wing with the window: registers its view and panels, and builds everything else on first use.
import { window, type Disposable, type WebviewPanelSerializer } from "vscode";
import type { CommandTable } from "./commands.ts";
import { Emitter } from "./events.ts";
import { once } from "./once.ts";
import type { RemedyActions } from "./problems.ts";
import type { Shared } from "./shared.ts";
import type { Children } from "./tree/node.ts";
import type { RowProvider } from "./tree/provider.ts";
import { View, type ViewId } from "./views.ts";

/** A built wing. */
export interface Wing extends Disposable {
  /** The rows of its view. */
  readonly roots: Children;
  /** Actions of remedies that only this wing offers. */
  readonly actions?: Pick<RemedyActions, "signIn">;
  readonly commands: CommandTable;
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

export interface WingTable<Built extends Wing> {
  readonly view: ViewId;
  /** View types of its panels, which are restored after a reload. */
  readonly panels: readonly string[];
  /** Loads the code of the wing. */
  readonly code: () => Promise<{ readonly build: (shared: Shared, view: View) => Built }>;
}

/** Builds a wing on first use, and disposes of it at the end. */
export class LazyWing<Built extends Wing> implements Disposable {
  readonly view: ViewId;
  readonly load: () => Promise<Built>;
  readonly #loaded = new Emitter<Built>();
  readonly #disposables: Disposable[];
  #built: Built | undefined;
  readonly onDidLoad = this.#loaded.event;

  constructor({ view: id, panels, code }: WingTable<Built>, services: ServicesSource) {
    this.view = id;
    this.load = once(async () => {
      const [{ build }, { shared }] = await Promise.all([code(), services.load()]);
      const built = build(shared, view);
      this.own(built);
      this.#built = built;
      this.#loaded.fire(built);
      return built;
    });
    const view = new View(id, async () => {
      const [{ rowProvider }, wing] = await Promise.all([services.load(), this.load()]);
      return rowProvider(id, wing);
    });
    this.#disposables = [view, ...panels.map((panel) => this.#restore(panel))];
  }

  /** The wing, if it has been built. */
  get built(): Built | undefined {
    return this.#built;
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
