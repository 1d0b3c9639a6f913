/** Seconds without heartbeat after which a worker counts as gone. */
export const LATE_SECONDS = 60;
