import type { Mapping } from "@/lib/dataset/schema/mapping";
import { type Converter, checked, hasProblems } from "./converter";
import { TaskReader } from "./task-row";

/**
 * A table of tasks: a row is a task with its responses, or, for a repeated id, a further response. Columns
 * without a meaning are stored as metadata.
 */
export function tableConverter(mapping: Mapping): Converter {
  const reader = new TaskReader(mapping);
  return {
    convert(row) {
      const read = reader.read(row);
      if (Array.isArray(read)) return read;
      const result = checked(read.records, read.columns);
      if (!hasProblems(result)) read.keep();
      return result;
    },
    finish: () => [],
  };
}
