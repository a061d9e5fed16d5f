// Lists an account's notifications and marks them as read.
import { path } from "../../base/origin.ts";
import type { Caller } from "./caller.ts";
import * as wire from "./decoders.ts";
import type { NotificationRoutes } from "./forge.ts";

/** All routes need the scope `read:notification`; marking needs `write:notification`. */
export function notificationRoutes(caller: Caller): NotificationRoutes {
  return {
    list: async (statuses, { signal, ...paged } = {}) => {
      const call = { path: "/notifications", query: { "status-types": statuses, ...paged }, signal };
      return caller.list(call, wire.notification, "notification list");
    },
    /** The server answers 205 without a body. */
    mark: async (id, status, { signal } = {}) => {
      const route = path`/notifications/threads/${id}`;
      await caller.send({ method: "PATCH", path: route, query: { "to-status": status }, signal });
    },
    markAllRead: async (until, { signal } = {}) => {
      const query = { last_read_at: until, "status-types": "unread", "to-status": "read" };
      await caller.send({ method: "PUT", path: "/notifications", query, signal });
    },
  };
}
