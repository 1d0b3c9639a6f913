/** The id of the list of conflicts on the page. */
export const CONFLICTS = "conflicts";

/** Brings the list of conflicts into view, with the keyboard on its first choice. */
export function showConflicts(): void {
  const list = document.getElementById(CONFLICTS);
  list?.scrollIntoView({ block: "center" });
  list?.querySelector("button")?.focus({ preventScroll: true });
}
