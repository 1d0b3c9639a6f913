/** A copy of a text that does not keep the longer text it was cut from in memory. */
export function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Stores one copy of each id, however often it occurs, detached from its line. */
export class Strings {
  private readonly known = new Map<string, string>();

  own(text: string): string {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const copy = detached(text);
    this.known.set(copy, copy);
    return copy;
  }

  /** The pooled text of an optional field. */
  maybe(text: string | undefined): string | undefined {
    return text === undefined ? undefined : this.own(text);
  }
}
