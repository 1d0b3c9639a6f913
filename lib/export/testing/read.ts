type Body = AsyncIterable<string | Uint8Array> | undefined;

/** A whole export in memory. */
export async function bytesOf(body: Body): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body ?? []) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

export async function bodyText(body: Body): Promise<string> {
  return (await bytesOf(body)).toString();
}
