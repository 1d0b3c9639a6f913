/** Where an import stands. */
export type ImportStage = "uploading" | "queued" | "checking" | "writing" | "ready" | "failed" | "cancelled";

/** Whether an import is still on its way to one of its ends. */
export function isImportRunning(state: ImportStage): boolean {
  return state === "uploading" || state === "queued" || state === "checking" || state === "writing";
}
