import { type FileFormat, Mapping } from "@/lib/dataset/schema/mapping";

/** The mapping of a file's columns with which it was imported. */
export interface EarlierMapping {
  file: string;
  shape: FileFormat;
  columns: string[];
  mapping: Mapping;
}

/**
 * The latest earlier file, of a list with the latest first, that had the same format and columns in whatever order. Null
 * without one, and if its columns were taken for what their names suggest anyway.
 */
export function withSameColumns(
  earlier: readonly EarlierMapping[],
  { shape, columns, mapping }: { shape: FileFormat; columns: readonly string[]; mapping: Mapping },
): EarlierMapping | null {
  const own = new Set(columns);
  const isSame = (other: EarlierMapping) =>
    other.shape === shape && other.columns.length === own.size && other.columns.every((one) => own.has(one));
  const found = own.size === 0 ? undefined : earlier.find(isSame);
  return found && inOrder(found.mapping) !== inOrder(mapping) ? found : null;
}

/** A mapping as a text, with its fields in one order. */
const inOrder = (mapping: Mapping) => JSON.stringify(Mapping.parse(mapping));
