/** Memory is allocated in pieces of this many bytes, so that none is ever copied into a larger one. */
const PIECE = 1 << 14;

/** An append-only buffer. */
export class Bytes {
  private readonly pieces: Buffer[] = [];
  private length = 0;

  push(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; ) {
      const place = this.length % PIECE;
      if (place === 0) this.pieces.push(Buffer.allocUnsafeSlow(PIECE));
      const copied = bytes.copy(this.pieces.at(-1) as Buffer, place, from);
      from += copied;
      this.length += copied;
    }
  }

  /** A range of bytes; to be read, not stored. */
  between(from: number, to: number): Buffer {
    const [first, last] = [Math.floor(from / PIECE), Math.floor((to - 1) / PIECE)];
    if (first === last) return (this.pieces[first] as Buffer).subarray(from % PIECE, ((to - 1) % PIECE) + 1);
    const parts: Buffer[] = [];
    for (let piece = first; piece <= last; piece++) parts.push(this.pieces[piece] as Buffer);
    return Buffer.concat(parts).subarray(from % PIECE, (from % PIECE) + to - from);
  }
}
