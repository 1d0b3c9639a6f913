import type { Connection } from "pg";

/** A message is a letter, how long it is without that letter, and what it says. */
const HEADER = 1 + 4;
const COPY_DATA = "d".charCodeAt(0);
const COPY_DONE = "c".charCodeAt(0);
const ERROR = "E".charCodeAt(0);

type Listener = (piece: Buffer) => void;

/**
 * Takes the rows that COPY sends off a connection's line, and leaves every other message to the driver, which would
 * make several objects of each row. Asked for before the query is sent: nothing else may be on its way. After the last
 * row the line is the driver's again.
 */
export function takeCopiedRows(
  { stream }: Connection,
  take: (bytes: Buffer, from: number, end: number) => void,
): void {
  const drivers = stream.listeners("data") as Listener[];
  const give = (piece: Buffer) => {
    for (const listener of drivers) listener.call(stream, piece);
  };
  const begun = new BegunMessage();
  /** Whether the message, which is whole, was the last before the line is given back. */
  const isLast = (bytes: Buffer, at: number, end: number): boolean => {
    const type = bytes[at];
    if (type === COPY_DATA) take(bytes, at + HEADER, end);
    else give(bytes.subarray(at, end));
    return type === COPY_DONE || type === ERROR;
  };
  const read = (piece: Buffer) => {
    let at = begun.isEmpty ? 0 : begun.add(piece);
    let ended = begun.isWhole && isLast(...begun.whole());
    while (!ended && at + HEADER <= piece.length) {
      const end = at + lengthOf(piece, at);
      if (end > piece.length) break;
      ended = isLast(piece, at, end);
      at = end;
    }
    if (!ended) {
      if (at < piece.length) begun.add(piece.subarray(at));
      return;
    }
    stream.off("data", read);
    for (const listener of drivers) stream.on("data", listener);
    if (at < piece.length) give(piece.subarray(at));
  };
  for (const listener of drivers) stream.off("data", listener);
  stream.on("data", read);
}

function lengthOf(bytes: Buffer, at: number): number {
  return 1 + bytes.readInt32BE(at + 1);
}

/** A message whose end has not arrived, in as many parts as did. */
class BegunMessage {
  private parts: Buffer[] = [];
  private length = 0;

  get isEmpty(): boolean {
    return this.length === 0;
  }

  get isWhole(): boolean {
    return this.length >= HEADER && this.length === this.needed();
  }

  /** Takes what it lacks from the beginning of a piece; returns how much that was. */
  add(piece: Buffer): number {
    let taken = 0;
    // Its header first, which says how long it is.
    while (taken < piece.length && !this.isWhole) {
      const part = piece.subarray(taken, taken + this.needed() - this.length);
      this.parts.push(part);
      this.length += part.length;
      taken += part.length;
    }
    return taken;
  }

  /** The message, and where it begins and ends; nothing is kept of it. */
  whole(): [bytes: Buffer, at: number, end: number] {
    const bytes = Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    return [bytes, 0, bytes.length];
  }

  private needed(): number {
    if (this.length < HEADER) return HEADER;
    const [first] = this.parts as [Buffer];
    if (first.length >= HEADER) return lengthOf(first, 0);
    this.parts = [Buffer.concat(this.parts)];
    return this.needed();
  }
}
