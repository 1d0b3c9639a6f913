import { type Converter, checked, hasProblems } from "./converter";
import type { Mapping } from "./mapping";
import { TaskReader } from "./task-row";

/**
 * A table of tasks: a row is a task with its responses, or, where the same id comes again, a further response to
 * it. Columns that were given no meaning are kept as metadata.
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
