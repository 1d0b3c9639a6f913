export interface Neighbour {
  task: string;
  /** The cosine of the two vectors. */
  similarity: number;
}

/** Vectors of length 1, so that a product of two is their cosine. A vector of zeros stays one. */
export function unitVectors(vectors: ReadonlyMap<string, readonly number[]>): Map<string, Float64Array> {
  return new Map(
    [...vectors].map(([task, vector]) => {
      const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
      return [task, Float64Array.from(vector, (x) => (length === 0 ? 0 : x / length))];
    }),
  );
}

/**
 * The neighbour of a task: the other one among `from` whose vector is most similar, below `most`. Instructions that are
 * more similar may ask for the same, so that an answer to one would be right for the other. Null without one.
 * Zeng et al. (2024), section 2.2.
 */
export function neighbourOf(
  task: string,
  vectors: ReadonlyMap<string, Float64Array>,
  from: Iterable<string>,
  most: number,
): Neighbour | null {
  const own = vectors.get(task);
  let found: Neighbour | null = null;
  for (const other of from) {
    const its = vectors.get(other);
    if (other === task || !own || !its) continue;
    let similarity = 0;
    for (let at = 0; at < own.length; at++) similarity += (own[at] as number) * (its[at] ?? 0);
    if (similarity < most && (found === null || similarity > found.similarity))
      found = { task: other, similarity };
  }
  return found;
}
