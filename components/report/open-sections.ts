/*
 * Which sections of the report are open. The address has those whose state differs from how they begin:
 * "pairs,work" opens long sections and closes others.
 */

/** True if a section is open. Long ones begin closed. */
export function isSectionOpen(toggled: string, id: string, isLong: boolean): boolean {
  return namesIn(toggled).includes(id) ? isLong : !isLong;
}

/** The address after a section was opened or closed. */
export function withSectionToggled(toggled: string, id: string): string {
  const names = namesIn(toggled);
  return (names.includes(id) ? names.filter((name) => name !== id) : [...names, id]).join(",");
}

const namesIn = (toggled: string) => toggled.split(",").filter((name) => name !== "");
