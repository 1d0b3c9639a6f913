import { expect, test } from "vitest";
import { PythonModels } from "./models";

const text = { type: "string" } as const;

test("objects become typed dictionaries; a field's name that Python keeps for itself stays the field's name", () => {
  const models = new PythonModels();
  models.define("Page", {
    type: "object",
    properties: {
      items: {
        type: "array",
        items: { type: "object", properties: { from: text, n: { type: "integer" } }, required: ["from"] },
      },
      next: { anyOf: [text, { type: "null" }] },
      kind: { enum: ["a", null, 1] },
    },
    required: ["items", "next"],
  });
  expect(models.toModule("")).toContain(`PageItemsItem = TypedDict(
    "PageItemsItem",
    {
        "from": "str",
        "n": "NotRequired[int]",
    },
)


class Page(TypedDict):
    items: list[PageItemsItem]
    next: str | None
    kind: NotRequired[Literal["a", None, 1]]
`);
});

test("objects of one shape are one type; a body or an answer keeps its own name; open objects are dictionaries", () => {
  const models = new PythonModels();
  const links = { type: "object", properties: { page: text }, required: ["page"] };
  models.define("First", links);
  models.define("Second", links);
  models.define("Third", { type: "object", properties: { type: text }, additionalProperties: {} });
  expect(models.toModule("")).toContain(
    'class First(TypedDict):\n    page: str\n\n\nSecond: TypeAlias = "First"\n\n\nThird: TypeAlias = "dict[str, Any]"\n',
  );
});
