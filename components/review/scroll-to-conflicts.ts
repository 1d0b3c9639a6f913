/** Element id of the list of conflicts. */
export const CONFLICTS = "conflicts";

/** True if the list was requested before it was loaded. */
let isAwaited = false;

/** Scrolls to the list of conflicts and focuses its first choice, as soon as the list is loaded. */
export function showConflicts(): void {
  const list = document.getElementById(CONFLICTS);
  isAwaited = list === null;
  list?.scrollIntoView({ block: "center" });
  list?.querySelector("button")?.focus({ preventScroll: true });
}

/** Called when the list is rendered: shows it if it was requested, unless the annotator is writing by now. */
export function showAwaitedConflicts(): void {
  if (!isAwaited) return;
  isAwaited = false;
  if (!document.activeElement?.matches("input, textarea")) showConflicts();
}
