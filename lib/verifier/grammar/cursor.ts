import { type Token, tokenise } from "./tokens";

const lists = new Map<string, string[]>();

/** The phrases of a list separated by "|". Each list is split once. */
export function words(list: string): string[] {
  let cut = lists.get(list);
  if (!cut) {
    cut = list.split("|").map((phrase) => phrase.trim());
    lists.set(list, cut);
  }
  return cut;
}

const phrases = new Map<string, string[]>();

/**
 * A position in a list of tokens. A reader either consumes what it understands, or leaves the position
 * unchanged.
 */
export class Cursor {
  constructor(
    readonly tokens: Token[],
    public at = 0,
    readonly end = tokens.length,
  ) {}

  static over(source: string): Cursor {
    return new Cursor(tokenise(source));
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  peek(ahead = 0): Token | undefined {
    return this.at + ahead < this.end ? this.tokens[this.at + ahead] : undefined;
  }

  /** The current word, or an empty string. */
  word(ahead = 0): string {
    const token = this.peek(ahead);
    return token?.type === "word" ? token.text : "";
  }

  /** Consumes the longest of several phrases that matches: words and signs separated by spaces. */
  take(...alternatives: string[]): string | null {
    let best: string | null = null;
    let length = 0;
    for (const phrase of alternatives) {
      let parts = phrases.get(phrase);
      if (!parts) {
        parts = phrase.split(" ");
        phrases.set(phrase, parts);
      }
      if (parts.length <= length) continue;
      if (!parts.every((part, i) => this.text(i) === part)) continue;
      best = phrase;
      length = parts.length;
    }
    this.at += length;
    return best;
  }

  private text(ahead: number): string {
    const token = this.peek(ahead);
    if (!token) return "";
    if (token.type === "word" || token.type === "sign") return token.text;
    return token.type !== "quote" && /^[a-z]/.test(token.raw) ? token.raw : "";
  }

  /** Consumes any of the phrases, as often as they occur. */
  skip(...alternatives: string[]): this {
    while (this.take(...alternatives) !== null);
    return this;
  }

  number(): number | null {
    const token = this.peek();
    if (token?.type !== "number") return null;
    this.at++;
    return token.n;
  }

  ordinal(): number | null {
    const token = this.peek();
    if (token?.type === "ordinal") {
      this.at++;
      return token.n;
    }
    return this.take("last", "final", "very last") ? -1 : null;
  }

  quote(): string | null {
    const token = this.peek();
    if (token?.type !== "quote") return null;
    this.at++;
    return token.text;
  }

  /** Consumes a word as written. */
  raw(): string | null {
    const token = this.peek();
    if (token?.type !== "word") return null;
    this.at++;
    return token.raw;
  }

  /** The result of a reader; the position is unchanged when it returns null. */
  try<T>(read: (cursor: Cursor) => T | null): T | null {
    const before = this.at;
    const found = read(this);
    if (found === null) this.at = before;
    return found;
  }
}
