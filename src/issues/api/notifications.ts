// Lists an account's notifications and marks them as read.
import { path } from "../../base/origin.ts";
import type { Id, Notification } from "../model/entities.ts";
import type { Asked, Caller, Listed, Paged } from "./caller.ts";
import * as wire from "./decoders.ts";

export type NotificationStatus = "unread" | "read" | "pinned";

/** Every route needs `read:notification`, and marking needs `write:notification`. */
export class Notifications {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** How many are unread. */
  async unread({ signal }: Asked = {}): Promise<number> {
    const { new: count } = await this.#caller.requestOne(
      { path: "/notifications/new", signal },
      wire.newCount,
      "count",
    );
    return count;
  }

  /** Newest first. */
  async list(statuses: readonly NotificationStatus[], { signal, ...paged }: Paged = {}): Promise<Listed<Notification>> {
    const call = { path: "/notifications", query: { "status-types": statuses, ...paged }, signal };
    return this.#caller.list(call, wire.notification, "notification list");
  }

  /** The answer is 205, with nothing to read. */
  async mark(id: Id, status: NotificationStatus, { signal }: Asked = {}): Promise<void> {
    await this.#caller.ask({
      method: "PATCH",
      path: path`/notifications/threads/${id}`,
      query: { "to-status": status },
      signal,
    });
  }

  /** Marks all as read that are not newer than this time in RFC 3339. */
  async markAllRead(until: string, { signal }: Asked = {}): Promise<void> {
    const query = { last_read_at: until, "status-types": "unread", "to-status": "read" };
    await this.#caller.ask({ method: "PUT", path: "/notifications", query, signal });
  }
}
