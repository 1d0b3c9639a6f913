/** The actor of automatic changes: expired leases, finished imports. */
export const SYSTEM = "The system";
/** The actor of a deleted account: the action stays on record, the person does not. */
export const ERASED = "Erased account";

/** An action in words: "batch.opened" is "Batch opened". */
export function actionWords(action: string): string {
  const words = action.replaceAll(/[.-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The subject of an entry in words: "ParticipationLink" is "Participation link". */
export function subjectWords(type: string): string {
  return type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The details of an entry in one line. */
export function detailWords(detail: unknown): string {
  if (typeof detail !== "object" || detail === null) return "";
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ");
}
