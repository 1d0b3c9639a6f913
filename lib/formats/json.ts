import type { Json, JsonObject } from "@/lib/formats/json-value";

/** Maximum nesting of a line; beyond it, writing the value back could exhaust the stack. */
const MAX_DEPTH = 64;

/** Why a text is not JSON that can be stored unchanged, and where: `items[2].scale`. */
export class JsonProblem {
  constructor(
    readonly place: string,
    readonly reason: string,
  ) {}
}

const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const WHITESPACE = /[ \t\n\r]*/y;
/** Characters that end the fast path through a string: an escape, or one that must be escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these characters in a string
const SPECIAL = /[\u0000-\u001f\\]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these characters in a string
const CONTROL = /[\u0000-\u001f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Parses one JSON text more strictly than `JSON.parse`, so that nothing changes silently: refuses duplicate
 * keys, keys that reach into an object's prototype, the NUL character, unpaired surrogates and nesting beyond
 * 64. Integers that a double cannot represent, and numbers beyond its range, become the text they were
 * written as.
 *
 * Returns the problem instead of throwing, for any input.
 */
export function parseStrictJson(text: string): { value: Json } | JsonProblem {
  try {
    return { value: new Scanner(text).document() };
  } catch (problem) {
    if (problem instanceof JsonProblem) return problem;
    throw problem;
  }
}

/** The path of a value inside a line, as people write it: `items[2].scale`. */
export function jsonPathOf(path: readonly PropertyKey[]): string {
  let place = "";
  for (const step of path) {
    if (typeof step === "number") place += `[${step}]`;
    else place += place === "" ? shorten(String(step)) : `.${shorten(String(step))}`;
  }
  return place;
}

class Scanner {
  private at = 0;
  private readonly path: (string | number)[] = [];

  constructor(private readonly text: string) {}

  document(): Json {
    const value = this.value(1);
    this.space();
    if (this.at < this.text.length) this.fail(`unexpected ${this.here()} after the end of the JSON value`);
    return value;
  }

  private value(depth: number): Json {
    this.space();
    const first = this.text[this.at];
    if (first === '"') return this.string();
    if (first === "{") return this.object(depth);
    if (first === "[") return this.array(depth);
    if (first === "-" || (first !== undefined && first >= "0" && first <= "9")) return this.number();
    if (this.takes("true")) return true;
    if (this.takes("false")) return false;
    if (this.takes("null")) return null;
    this.fail(`a JSON value is expected, not ${this.here()}`);
  }

  private object(depth: number): JsonObject {
    this.enter(depth);
    const object: JsonObject = {};
    const seen = new Set<string>();
    this.space();
    if (this.takes("}")) return object;
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') this.fail(`a field name in quotes is expected, not ${this.here()}`);
      const key = this.string();
      if (FORBIDDEN_KEYS.has(key)) this.fail(`the field name "${key}" is not allowed`);
      if (seen.has(key)) this.fail(`the field "${shorten(key)}" occurs twice`);
      seen.add(key);
      this.space();
      if (!this.takes(":")) this.fail(`":" is expected after "${shorten(key)}", not ${this.here()}`);
      this.path.push(key);
      object[key] = this.value(depth + 1);
      this.path.pop();
      this.space();
      if (this.takes("}")) return object;
      if (!this.takes(",")) this.fail(`"," or "}" is expected, not ${this.here()}`);
    }
  }

  private array(depth: number): Json[] {
    this.enter(depth);
    const array: Json[] = [];
    this.space();
    if (this.takes("]")) return array;
    for (;;) {
      this.path.push(array.length);
      array.push(this.value(depth + 1));
      this.path.pop();
      this.space();
      if (this.takes("]")) return array;
      if (!this.takes(",")) this.fail(`"," or "]" is expected, not ${this.here()}`);
    }
  }

  private enter(depth: number): void {
    if (depth > MAX_DEPTH) this.fail(`nested more than ${MAX_DEPTH} deep`);
    this.at++;
  }

  private string(): string {
    const start = this.at + 1;
    let end = this.text.indexOf('"', start);
    if (end < 0) this.fail("a text is not closed with a quote");
    const plain = this.text.slice(start, end);
    if (!SPECIAL.test(plain)) {
      this.at = end + 1;
      return this.sound(plain);
    }
    while (this.escaped(start, end)) {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) this.fail("a text is not closed with a quote");
    }
    const raw = this.text.slice(start, end);
    if (CONTROL.test(raw))
      this.fail(`a text contains ${characterName(CONTROL.exec(raw)?.[0] ?? "")} unescaped`);
    let value: string;
    try {
      value = JSON.parse(`"${raw}"`) as string;
    } catch {
      this.fail("a text contains a backslash that starts no valid escape");
    }
    this.at = end + 1;
    if (value.includes("\0")) this.fail("a text contains the NUL character (U+0000)");
    return this.sound(value);
  }

  private sound(value: string): string {
    if (LONE_SURROGATE.test(value)) this.fail("a text contains half of a surrogate pair");
    return value;
  }

  /** True if the quote at `end` is escaped by an odd number of backslashes. */
  private escaped(start: number, end: number): boolean {
    let backslashes = 0;
    for (let at = end - 1; at >= start && this.text[at] === "\\"; at--) backslashes++;
    return backslashes % 2 === 1;
  }

  private number(): number | string {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match) this.fail("a minus sign must be followed by a number");
    const [source, fraction, exponent] = match;
    this.at += source.length;
    const next = this.text[this.at];
    if (next !== undefined && /[0-9.eE+-]/.test(next)) this.fail(`${source}${next}… is not a JSON number`);
    const value = Number(source);
    const whole = fraction === undefined && exponent === undefined;
    if (!Number.isFinite(value) || (whole && !Number.isSafeInteger(value))) return source;
    return value === 0 ? 0 : value;
  }

  private space(): void {
    const code = this.text.charCodeAt(this.at);
    if (code !== 32 && code !== 9 && code !== 10 && code !== 13) return;
    WHITESPACE.lastIndex = this.at;
    this.at += WHITESPACE.exec(this.text)?.[0].length ?? 0;
  }

  private takes(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  private here(): string {
    const point = this.text.codePointAt(this.at);
    if (point === undefined) return "the end of the line";
    return `${characterName(String.fromCodePoint(point))} (character ${this.at + 1})`;
  }

  private fail(reason: string): never {
    throw new JsonProblem(jsonPathOf(this.path.slice(0, 8)), reason);
  }
}

function characterName(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const visible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character);
  return visible ? `"${character}"` : `the character U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
