// Panels that paint and decode by themselves.
import { Problem } from "../../base/problem.ts";
import type { Connection, FirstPaint, Message, PanelKind, Port } from "./kind.ts";

/** For every message that a panel may send, how it is decoded and what it does. */
export type Receivers<In extends Message> = {
  readonly [Type in In["type"]]: {
    decode(body: unknown): Extract<In, { readonly type: Type }>;
    handle(message: Extract<In, { readonly type: Type }>): void | Promise<void>;
  };
};

export interface ReceivingConnection<In extends Message> extends Omit<Connection, "receive" | "paint"> {
  readonly receivers: Receivers<In>;
}

interface Painting<Thing, In extends Message, Out extends Message> {
  paint(thing: Thing): FirstPaint;
  connect(thing: Thing, port: Port<Out, Thing>): ReceivingConnection<In>;
}

export interface ReceivingKind<Thing, In extends Message, Out extends Message> extends PanelKind<Thing, Out> {
  paint(thing: Thing): FirstPaint;
  connect(thing: Thing, port: Port<Out, Thing>): Connection & ReceivingConnection<In>;
}

export function receivingKind<Thing, In extends Message, Out extends Message>(
  kind: Omit<PanelKind<Thing, Out>, "connect"> & Painting<Thing, In, Out>,
): ReceivingKind<Thing, In, Out> {
  return {
    ...kind,
    connect: (thing, port) => {
      let about = thing;
      const connection = kind.connect(thing, {
        ...port,
        move: (to) => {
          const moved = port.move(to);
          if (moved) about = to;
          return moved;
        },
      });
      const { receivers } = connection;
      return {
        receivers,
        paint: () => kind.paint(about),
        receive: async (body) => {
          const { type }: { readonly type?: unknown } = typeof body === "object" && body !== null ? body : {};
          if (typeof type !== "string" || !isOf(receivers, type)) {
            throw new Problem("malformed", { detail: "a message of the panel is not known" });
          }
          const receiver = receivers[type];
          await receiver.handle(receiver.decode(body));
        },
        ready: () => connection.ready(),
        hidden: () => connection.hidden?.(),
        dispose: () => connection.dispose(),
      };
    },
  };
}

function isOf<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key);
}
