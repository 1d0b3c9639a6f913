const WORDS = ["no", "yes", "na", "B", "tie", "A"];

/** The values from lowest to highest, each with the number of times it was given. */
export function countsInOrder(values: Readonly<Record<string, number>>): { name: string; count: number }[] {
  return Object.entries(values)
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => place(a.name) - place(b.name));
}

function place(name: string): number {
  const number = Number(name);
  return Number.isNaN(number) ? WORDS.indexOf(name) : number;
}
