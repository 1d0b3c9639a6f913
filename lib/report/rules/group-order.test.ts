import { expect, test } from "vitest";
import type { GroupRow } from "@/lib/report/schema/decisions";
import { groupsInOrder } from "./group-order";

const group = (name: string, n: number, accept: number | null) =>
  ({ group: name, shares: { n, accept } }) as unknown as GroupRow;

test("the most changed groups come first, but not one with two decisions out of two", () => {
  const rows = [
    group("kept", 90, 0.9),
    group("two", 2, 0),
    group("changed", 40, 0.3),
    group("none", 0, null),
  ];
  expect(groupsInOrder(rows).map((row) => row.group)).toEqual(["changed", "kept", "two", "none"]);
});
