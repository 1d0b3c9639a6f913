import { once } from "node:events";
import { Readable } from "node:stream";
import type { Client, Connection, Submittable } from "pg";

/**
 * PostgreSQL's COPY in both directions over an ordinary client: the server writes and reads whole tables in a
 * lossless text format, with only a chunk in memory on either side.
 *
 * The driver passes each protocol message to the running query; these two classes handle those of COPY.
 */
interface Wire extends Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** The methods the driver calls on any query; COPY uses only the last three. */
abstract class Copy implements Submittable {
  /** The driver requires a callback to count the query as pending; errors go to `handleError`. */
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
    // When reading stops early, the rest of the response is read and dropped.
    destroy: (error, done) => {
      this.wire?.stream.resume();
      done(error);
    },
  });

  override handleCopyData({ chunk }: { chunk: Buffer }) {
    if (this.rows.destroyed) return;
    // A copy, because the driver reuses the memory for the next message.
    if (!this.rows.push(Buffer.from(chunk))) this.wire?.stream.pause();
  }

  override handleReadyForQuery() {
    if (!this.rows.destroyed) this.rows.push(null);
  }

  override handleError(error: Error) {
    this.rows.destroy(error);
  }
}

/**
 * The output of `COPY … TO STDOUT`: one buffer per row, each ending in a line feed. It must be read to its
 * end.
 */
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
    // After a server error the connection becomes ready again; a lost connection does not.
    this.reject(this.failure);
  }
}

/** Sends chunks of text to `COPY … FROM STDIN`. Returns the number of rows the server has stored. */
export function copyIn(client: Client, sql: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  return client.query(new CopyIn(sql, pieces)).done;
}
