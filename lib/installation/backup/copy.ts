import { once } from "node:events";
import { Readable } from "node:stream";
import type { Client, Connection, Submittable } from "pg";

/**
 * PostgreSQL's COPY, both ways, over an ordinary client: the server writes and reads whole tables in a text form that
 * loses nothing, and neither side holds more than a piece of one in memory.
 *
 * The driver hands each message of the protocol to the query that is running; these two understand those of COPY.
 */
interface Wire extends Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** What any query is told; of COPY only the last three matter. */
abstract class Copy implements Submittable {
  /** The driver counts whoever has one as waiting for an answer; errors come to `handleError` all the same. */
  callback = () => {};
  protected wire: Wire | undefined;

  constructor(private readonly text: string) {}

  submit(wire: Connection) {
    this.wire = wire as Wire;
    this.wire.query(this.text);
  }

  handleRowDescription() {}
  handleDataRow() {}
  handlePortalSuspended() {}
  handleEmptyQuery() {}
  handleCopyInResponse(_wire: Connection) {}
  handleCopyData(_message: { chunk: Buffer }) {}
  handleCommandComplete(_message: { text: string }) {}
  abstract handleReadyForQuery(): void;
  abstract handleError(error: Error): void;
}

class CopyOut extends Copy {
  readonly rows = new Readable({
    objectMode: true,
    highWaterMark: 256,
    read: () => {
      this.wire?.stream.resume();
    },
    // Whoever stops reading early leaves the rest of the answer on the line: it is taken off and dropped.
    destroy: (error, done) => {
      this.wire?.stream.resume();
      done(error);
    },
  });

  override handleCopyData({ chunk }: { chunk: Buffer }) {
    if (this.rows.destroyed) return;
    // A copy, because the driver reads the next message into the same memory.
    if (!this.rows.push(Buffer.from(chunk))) this.wire?.stream.pause();
  }

  override handleReadyForQuery() {
    if (!this.rows.destroyed) this.rows.push(null);
  }

  override handleError(error: Error) {
    this.rows.destroy(error);
  }
}

/** What `COPY … TO STDOUT` gives: one buffer to a row, each ending in a line feed. It has to be read to its end. */
export function copyTable(client: Client, sql: string): AsyncIterable<Buffer> {
  return client.query(new CopyOut(sql)).rows;
}

class CopyIn extends Copy {
  private failure: Error | undefined;
  private count = 0;
  private resolve: (rows: number) => void = () => {};
  private reject: (error: Error) => void = () => {};
  readonly done = new Promise<number>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor(
    text: string,
    private readonly pieces: AsyncIterable<Buffer>,
  ) {
    super(text);
  }

  override handleCopyInResponse(wire: Connection) {
    this.send(wire as Wire).catch((error: Error) => {
      this.failure ??= error;
      (wire as Wire).sendCopyFail("the source failed");
    });
  }

  private async send(wire: Wire) {
    for await (const piece of this.pieces) {
      if (this.failure) return;
      wire.sendCopyFromChunk(piece);
      if (wire.stream.writableNeedDrain) await once(wire.stream, "drain");
    }
    if (!this.failure) wire.endCopyFrom();
  }

  override handleCommandComplete({ text }: { text: string }) {
    this.count = Number(text.replace("COPY ", ""));
  }

  override handleReadyForQuery() {
    if (this.failure) this.reject(this.failure);
    else this.resolve(this.count);
  }

  override handleError(error: Error) {
    this.failure ??= error;
    // After an error of the server it becomes ready again; a lost connection does not.
    this.reject(this.failure);
  }
}

/** Gives pieces of text to `COPY … FROM STDIN`. Returns how many rows the server has taken. */
export function copyIn(client: Client, sql: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  return client.query(new CopyIn(sql, pieces)).done;
}
