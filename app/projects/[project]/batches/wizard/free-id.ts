/** The first unused id of name-1, name-2, …; answers are stored under it. */
export function freeId(name: string, taken: readonly string[]): string {
  let n = 1;
  while (taken.includes(`${name}-${n}`)) n += 1;
  return `${name}-${n}`;
}
