import { once } from "node:events";
import type { Writable } from "node:stream";
import type pg from "pg";

/** The part of a connection that receives the bytes of a COPY. */
interface CopyTarget {
  query: (sql: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  stream: Writable;
}

/** Runs a COPY … FROM STDIN with these bytes, through the driver. */
export function copyIn(
  client: pg.Client,
  sql: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection: CopyTarget) => connection.query(sql),
      handleCopyInResponse: async (connection: CopyTarget) => {
        for await (const chunk of chunks) {
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableLength > 2 ** 22) await once(connection.stream, "drain");
        }
        connection.endCopyFrom();
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as unknown as pg.Submittable);
  });
}
