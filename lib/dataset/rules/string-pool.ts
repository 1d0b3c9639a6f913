/** A copy of a text that does not keep the longer one it was cut out of in memory. */
export function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Keeps one copy of each id, however often it occurs, and none of the lines it was cut out of. */
export class Strings {
  private readonly known = new Map<string, string>();

  own(text: string): string {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const copy = detached(text);
    this.known.set(copy, copy);
    return copy;
  }

  /** The same for a field that may be absent. */
  maybe(text: string | undefined): string | undefined {
    return text === undefined ? undefined : this.own(text);
  }
}
