/** The state of an import. */
export type ImportStage = "uploading" | "queued" | "checking" | "writing" | "ready" | "failed" | "cancelled";

/** True while an import has not ended. */
export function isImportRunning(state: ImportStage): boolean {
  return state === "uploading" || state === "queued" || state === "checking" || state === "writing";
}
