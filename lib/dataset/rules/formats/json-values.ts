import { whyNotUtf8 } from "@/lib/dataset/rules/encoding";
import {
  amount,
  concatBytes,
  excerptOf,
  type FileProblem,
  LINE_LIMITS,
  type LineLimits,
  tooManyLines,
} from "@/lib/dataset/rules/lines";

/** The text of one value of a JSON file, its first line, and its position among the values, from 0. */
interface JsonText {
  line: number;
  n: number;
  text: string;
}

const SPACE = new Set([9, 10, 13, 32]);
const [OPEN, CLOSE, BRACE, UNBRACE, COMMA, QUOTE, ESCAPE, NEWLINE] = [91, 93, 123, 125, 44, 34, 92, 10];

/**
 * The texts of the entries of a JSON list, or of several values in a row, one at a time. Entries are not
 * parsed here.
 */
export async function* readJsonValues(
  source: AsyncIterable<Uint8Array>,
  limits: LineLimits = LINE_LIMITS,
): AsyncGenerator<JsonText | FileProblem> {
  const splitter = new Splitter(limits);
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limits.fileBytes) {
      yield { line: null, place: "", reason: `the file is larger than ${amount(limits.fileBytes)}` };
      return;
    }
    for (const found of splitter.read(chunk)) {
      yield found;
      if ("reason" in found && found.line === null) return;
    }
  }
  yield* splitter.end();
}

class Splitter {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private parts: Uint8Array[] = [];
  private size = 0;
  private n = 0;
  private line = 1;
  private begin = 1;
  /** Depth of brackets inside the current value. */
  private depth = 0;
  private list: "unknown" | "open" | "closed" | "none" = "unknown";
  private inside: "nothing" | "scalar" | "nested" | "string" = "nothing";
  private escaped = false;

  constructor(private readonly limits: LineLimits) {}

  *read(chunk: Uint8Array): Generator<JsonText | FileProblem> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.line++;
      if (this.inside === "string") {
        if (this.escaped) this.escaped = false;
        else if (byte === ESCAPE) this.escaped = true;
        else if (byte === QUOTE) {
          this.inside = this.depth > 0 ? "nested" : "scalar";
        }
        continue;
      }
      if (this.inside === "nested") {
        if (byte === QUOTE) this.inside = "string";
        else if (byte === OPEN || byte === BRACE) this.depth++;
        else if (byte === CLOSE || byte === UNBRACE) {
          if (--this.depth > 0) continue;
          this.keep(chunk.subarray(from, at + 1));
          yield this.take();
          if (this.n > this.limits.lines) return yield tooManyLines(this.limits);
        }
        continue;
      }
      if (this.inside === "scalar") {
        if (!(SPACE.has(byte) || byte === COMMA || byte === CLOSE)) continue;
        this.keep(chunk.subarray(from, at));
        yield this.take();
        if (this.n > this.limits.lines) return yield tooManyLines(this.limits);
      }
      // Between two values.
      if (SPACE.has(byte) || (byte === COMMA && this.list === "open")) continue;
      if (this.list === "closed") {
        return yield {
          line: null,
          place: "",
          reason: `the list ends before line ${this.line}, but text follows`,
        };
      }
      if (this.list === "unknown") {
        this.list = byte === OPEN ? "open" : "none";
        if (byte === OPEN) continue;
      }
      if (byte === CLOSE && this.list === "open") {
        this.list = "closed";
        continue;
      }
      from = at;
      this.begin = this.line;
      if (byte === QUOTE) this.inside = "string";
      else if (byte === OPEN || byte === BRACE) {
        this.inside = "nested";
        this.depth = 1;
      } else this.inside = "scalar";
    }
    if (this.inside !== "nothing") this.keep(chunk.slice(from));
  }

  *end(): Generator<JsonText | FileProblem> {
    if (this.inside === "scalar") yield this.take();
    else if (this.inside !== "nothing") {
      yield {
        line: this.begin,
        place: this.at(),
        reason: "is not closed: the file may be cut off",
        unclosed: true,
      };
    } else if (this.list === "open") {
      yield { line: null, place: "", reason: "the list is not closed: the file may be cut off" };
    }
  }

  private keep(piece: Uint8Array): void {
    this.size += piece.length;
    if (this.size <= this.limits.lineBytes) this.parts.push(piece);
    else this.parts = [];
  }

  private at(): string {
    return this.list === "none" ? "" : `[${this.n}]`;
  }

  private take(): JsonText | FileProblem {
    const { parts, size, begin: line, n } = this;
    const place = this.at();
    this.parts = [];
    this.size = 0;
    this.depth = 0;
    this.inside = "nothing";
    this.n++;
    if (size > this.limits.lineBytes) {
      return { line, place, reason: `is longer than ${amount(this.limits.lineBytes)}` };
    }
    try {
      return { line, n, text: this.decoder.decode(concatBytes(parts, size)) };
    } catch {
      const bytes = concatBytes(parts, size);
      return { line, place, reason: whyNotUtf8(bytes), excerpt: excerptOf(bytes) };
    }
  }
}
