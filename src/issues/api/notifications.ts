// Lists an account's notifications and marks them as read.
import { path } from "../../base/origin.ts";
import type { Id } from "../model/entities.ts";
import type { RequestOptions, Caller, Paged } from "./caller.ts";
import * as wire from "./decoders.ts";

export type NotificationStatus = "unread" | "read" | "pinned";

/** All routes need the scope `read:notification`; marking needs `write:notification`. */
export function notificationRoutes(caller: Caller) {
  return {
    /** Newest first. */
    list: async (statuses: readonly NotificationStatus[], { signal, ...paged }: Paged = {}) => {
      const call = { path: "/notifications", query: { "status-types": statuses, ...paged }, signal };
      return caller.list(call, wire.notification, "notification list");
    },
    /** The server answers 205 without a body. */
    mark: async (id: Id, status: NotificationStatus, { signal }: RequestOptions = {}) => {
      const route = path`/notifications/threads/${id}`;
      await caller.send({ method: "PATCH", path: route, query: { "to-status": status }, signal });
    },
    /** Marks everything up to this time (RFC 3339) as read. */
    markAllRead: async (until: string, { signal }: RequestOptions = {}) => {
      const query = { last_read_at: until, "status-types": "unread", "to-status": "read" };
      await caller.send({ method: "PUT", path: "/notifications", query, signal });
    },
  };
}
