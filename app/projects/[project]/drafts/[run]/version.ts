import type { RunProgress } from "@/lib/drafting/schema/runs";

/** Everything of a run that its page shows and that changes while it goes on. */
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
