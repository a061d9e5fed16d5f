// Starts a wing with the window: registers its view and panels, and loads everything else on first use.
import { window, type Disposable, type WebviewPanelSerializer } from "vscode";
import type { CommandTable } from "./commands.ts";
import { Emitter } from "./events.ts";
import { once } from "./once.ts";
import type { RemedyActions } from "./problems.ts";
import type { Shared } from "./shared.ts";
import type { Children } from "./tree/node.ts";
import type { RowProvider } from "./tree/provider.ts";
import { View, type ViewId } from "./views.ts";

/** The rows of a wing. They load before the rest of the wing, so that the view shows its first rows soon. */
export interface WingRows extends Disposable {
  /** The rows of its view. */
  readonly roots: Children;
  /** Actions of remedies that only this wing offers. */
  readonly actions?: Pick<RemedyActions, "signIn">;
}

/** A loaded wing. */
export interface Wing extends Partial<Disposable> {
  readonly commands: CommandTable;
  /** The serializers that restore its panels, by view type. */
  readonly panels: Readonly<Record<string, WebviewPanelSerializer>>;
}

/** How long after its first rows a view loads the rest of its wing, so that the first click doesn't wait for that. */
const REST_DELAY_MS = 500;

/** The loaded services: what wings share, and what draws their rows. */
export interface Services extends Disposable {
  readonly shared: Shared;
  readonly rowProvider: (view: ViewId, rows: WingRows) => RowProvider;
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

export interface WingTable<Rows extends WingRows, Built extends Wing> {
  readonly view: ViewId;
  /** View types of its panels, which are restored after a reload. */
  readonly panels: readonly string[];
  /** Loads the code of the rows. Its `load` loads the rest of the wing. */
  readonly loadRows: () => Promise<{
    readonly buildRows: (shared: Shared, view: View, load: () => Promise<Built>) => Rows;
  }>;
  /** Loads the code of the rest of the wing. */
  readonly load: () => Promise<{ readonly build: (shared: Shared, rows: Rows, view: View) => Built }>;
}

/** Loads a wing on first use, and disposes of it at the end. */
export class LazyWing<Rows extends WingRows, Built extends Wing> implements Disposable {
  readonly view: ViewId;
  readonly load: () => Promise<Built>;
  readonly #loaded = new Emitter<Built>();
  readonly #disposables: Disposable[];
  readonly onDidLoad = this.#loaded.event;

  constructor(table: WingTable<Rows, Built>, services: ServicesSource) {
    const { view: id, panels } = table;
    this.view = id;
    const loadRows = once(async () => {
      const [{ buildRows }, { shared }] = await Promise.all([table.loadRows(), services.load()]);
      const rows = buildRows(shared, view, this.load);
      this.own(rows);
      return rows;
    });
    this.load = once(async () => {
      const [{ build }, { shared }, rows] = await Promise.all([table.load(), services.load(), loadRows()]);
      const built = build(shared, rows, view);
      this.own({ dispose: () => void built.dispose?.() });
      this.#loaded.fire(built);
      return built;
    });
    const view = new View(id, async () => {
      const [{ rowProvider }, rows] = await Promise.all([services.load(), loadRows()]);
      // If this fails, the next use of the wing tries again and reports the failure.
      const timer = setTimeout(() => void this.load().catch(() => undefined), REST_DELAY_MS);
      this.own({ dispose: () => clearTimeout(timer) });
      return rowProvider(id, rows);
    });
    this.#disposables = [view, ...panels.map((panel) => this.#restore(panel))];
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
