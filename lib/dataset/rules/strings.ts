/**
 * Keeps one copy of each id, however often it occurs, and none of the text it was
 * cut out of: a piece of a string would otherwise keep its whole line in memory.
 */
export class Strings {
  private readonly known = new Map<string, string>();

  own(text: string): string {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const copy = JSON.parse(JSON.stringify(text)) as string;
    this.known.set(copy, copy);
    return copy;
  }

  /** The same for a field that may be absent. */
  maybe(text: string | undefined): string | undefined {
    return text === undefined ? undefined : this.own(text);
  }
}
