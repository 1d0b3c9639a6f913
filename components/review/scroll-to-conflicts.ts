/** Element id of the list of conflicts. */
export const CONFLICTS = "conflicts";

/** Scrolls to the list of conflicts and focuses its first choice. */
export function showConflicts(): void {
  const list = document.getElementById(CONFLICTS);
  list?.scrollIntoView({ block: "center" });
  list?.querySelector("button")?.focus({ preventScroll: true });
}
