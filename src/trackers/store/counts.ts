import type { Service } from "./service.ts";

export interface Counts {
  readonly trackers: number;
  readonly applications: number;
  readonly reports: number;
}

export async function readCounts(service: Service, signal: AbortSignal): Promise<Counts> {
  const [trackers, applications, reports] = await Promise.all([
    service.ask((api) => api.trackerCount({ signal }), signal),
    service.ask((api) => api.applicationCount({ signal }), signal),
    service.ask((api) => api.reportCount({ signal }), signal),
  ]);
  return { trackers, applications, reports };
}
