import type { Connection } from "pg";

/** A message is a letter, its length without that letter, and its content. */
const HEADER = 1 + 4;
const COPY_DATA = "d".charCodeAt(0);
const COPY_DONE = "c".charCodeAt(0);
const ERROR = "E".charCodeAt(0);

type Listener = (piece: Buffer) => void;

/**
 * Takes the rows sent by COPY directly from a connection's stream, and leaves all other messages to the
 * driver, which would create several objects per row. Call it before the query is sent, with nothing else
 * under way. After the last row the stream is the driver's again.
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
  /** True if this complete message is the last one before the stream is returned. */
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

/** A message whose end has not arrived, in parts. */
class BegunMessage {
  private parts: Buffer[] = [];
  private length = 0;

  get isEmpty(): boolean {
    return this.length === 0;
  }

  get isWhole(): boolean {
    return this.length >= HEADER && this.length === this.needed();
  }

  /** Takes the missing bytes from the start of a chunk; returns how many. */
  add(piece: Buffer): number {
    let taken = 0;
    // First the header, which contains the length.
    while (taken < piece.length && !this.isWhole) {
      const part = piece.subarray(taken, taken + this.needed() - this.length);
      this.parts.push(part);
      this.length += part.length;
      taken += part.length;
    }
    return taken;
  }

  /** The message with its start and end; clears the buffer. */
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
