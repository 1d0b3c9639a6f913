/** Size of a chunk: smaller ones cost more to send than to create. */
const PIECE = 64 * 1024;

/**
 * A stream of generated chunks: generated only as fast as they are read, and no further once reading stops.
 * Nothing is generated before the first read, so an unread body uses no connection.
 */
export function bodyOf(pieces: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let text = "";
        while (text.length < PIECE) {
          const { value, done } = await pieces.next();
          if (typeof value === "string") {
            text += value;
            continue;
          }
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (done) controller.close();
          else controller.enqueue(value);
          return;
        }
        controller.enqueue(encoder.encode(text));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
