import { describe, expect, test } from "vitest";
import { currentItem } from "./primary-nav";
import { initials } from "./user-button";

const items = [{ href: "/projects/p" }, { href: "/projects/p/data" }, { href: "/projects/p/batches" }];

describe("the current page of the navigation", () => {
  test.each([
    ["/projects/p", 0],
    ["/projects/p/data", 1],
    ["/projects/p/batches/12/units", 2],
    ["/projects/p/database", 0],
  ])("%s belongs to item %i", (path, index) => expect(currentItem(items, path)).toBe(items[index]));

  test("is none on a page outside", () => expect(currentItem(items, "/annotate")).toBeUndefined());
});

test.each([
  ["Ada Lovelace", "AL"],
  ["Plato", "P"],
  ["  Maria  del  Carmen ", "MC"],
  ["𝒳 y", "𝒳Y"],
  ["", ""],
])("the initials of %j are %j", (name, letters) => expect(initials(name)).toBe(letters));
