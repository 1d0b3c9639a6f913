import { expect, test } from "vitest";
import { type EarlierMapping, withSameColumns } from "./earlier-mapping";

const earlier = (
  file: string,
  columns: string[],
  shape: EarlierMapping["shape"] = "table",
): EarlierMapping => ({
  ...{ file, shape, columns },
  mapping: { instruction: columns[0] },
});

test("the latest file with the same columns and format, in whatever order the columns are", () => {
  const known = [
    earlier("pairs.csv", ["a", "b"], "pairs"),
    earlier("wider.csv", ["a", "b", "c"]),
    earlier("new.csv", ["b", "a"]),
    earlier("old.csv", ["a", "b"]),
    earlier("none.csv", []),
  ];
  const found = (columns: string[], mapping = {}) =>
    withSameColumns(known, { shape: "table", columns, mapping })?.file;
  expect(found(["a", "b"])).toBe("new.csv");
  expect(found(["c", "b", "a"])).toBe("wider.csv");
  expect(found(["a"])).toBeUndefined();
  expect(found([])).toBeUndefined();
  // There is nothing to say where the names suggest the same.
  expect(found(["a", "b"], { instruction: "b" })).toBeUndefined();
  expect(found(["a", "b"], { instruction: "a" })).toBe("new.csv");
});
