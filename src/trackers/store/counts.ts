import type { Service } from "./service.ts";

export interface Counts {
  readonly trackers: number;
  readonly applications: number;
  readonly reports: number;
}

export async function readCounts(service: Service): Promise<Counts> {
  const [trackers, applications, reports] = await Promise.all([
    service.ask((api) => api.trackerCount()),
    service.ask((api) => api.applicationCount()),
    service.ask((api) => api.reportCount()),
  ]);
  return { trackers, applications, reports };
}
