/** Whole numbers in as few bytes as the largest of them needs. */
export type NarrowIntArray = Int8Array | Int16Array | Int32Array;
