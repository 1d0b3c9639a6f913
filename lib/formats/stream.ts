/** How much text is put into one piece: small pieces would cost more to send than to make. */
const PIECE = 64 * 1024;

/**
 * What is made piece by piece as a body: made only as fast as it is read, and no further once nobody reads it. Nothing is
 * made before somebody reads: a body that nobody wants costs no connection.
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
