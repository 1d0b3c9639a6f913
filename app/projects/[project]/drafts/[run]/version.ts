import type { RunProgress } from "@/lib/drafting/schema/runs";

/** Fingerprint of everything on a run's page that changes while it is active. */
export function versionOf({
  state,
  units,
  calls,
  requests,
  requestsPerMinute,
  spentMicros,
}: RunProgress): string {
  const { all, waiting, working, done, failed } = units;
  return [state, all, waiting, working, done, failed, calls, requests, requestsPerMinute, spentMicros].join(
    " ",
  );
}
