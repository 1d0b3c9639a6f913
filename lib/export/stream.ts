/** How much text is put into one piece: small pieces would cost more to send than to make. */
const PIECE = 64 * 1024;

/** Text as a body that is made only as fast as it is read, and no further once nobody reads it. */
export function bodyOf(text: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let piece = "";
      while (piece.length < PIECE) {
        const { value, done } = await text.next();
        if (done) {
          if (piece !== "") controller.enqueue(encoder.encode(piece));
          controller.close();
          return;
        }
        piece += value;
      }
      controller.enqueue(encoder.encode(piece));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
}
