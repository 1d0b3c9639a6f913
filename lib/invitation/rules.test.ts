import { expect, test } from "vitest";
import { readInvitees } from "@/lib/invitation/rules";

const plain = (email: string, line: number, name = "") => ({ line, email, name, role: "annotator" });

test.each([
  ["ada@example.org", [plain("ada@example.org", 1)]],
  [
    "  ADA@Example.org ;bo@example.org,\n\nchidi@example.org",
    [plain("ada@example.org", 1), plain("bo@example.org", 1), plain("chidi@example.org", 3)],
  ],
  [
    '"Lovelace, Ada" <ada@example.org>, Bo Berg <bo@example.org>',
    [plain("ada@example.org", 1, "Lovelace, Ada"), plain("bo@example.org", 1, "Bo Berg")],
  ],
])("a pasted list is read as mail programs write it: %j", (text, people) => {
  expect(readInvitees(text, "annotator")).toEqual({ people, problems: [] });
});

test.each([",", ";", "\t"])("a table with %j between its cells says names and roles, in any order", (d) => {
  const lines = [
    ["Name", "E-Mail", "Role"],
    ['"Ada, Countess"', "ada@example.org", "Researcher"],
    ["", "bo@example.org", ""],
    [],
    ["Chidi", "chidi@example.org"],
  ];
  const text = `\ufeff${lines.map((cells) => cells.join(d)).join("\r\n")}`;
  expect(readInvitees(text, "annotator")).toEqual({
    people: [
      { line: 2, email: "ada@example.org", name: "Ada, Countess", role: "researcher" },
      { line: 3, email: "bo@example.org", name: "", role: "annotator" },
      // Two cells in a table of three columns: the second is still the address.
      { line: 5, email: "chidi@example.org", name: "Chidi", role: "annotator" },
    ],
    problems: [],
  });
});

test("every invalid line is named, with its reason", () => {
  const text = [
    "email,name,role",
    "nobody,Ada,annotator",
    "ada@example.org,Ada,annotator",
    "ADA@example.org,Ada again,",
    "bo@example.org,Bo,boss",
    ",Chidi,",
    `dilek@example.org,${"x".repeat(121)},`,
  ].join("\n");
  const { people, problems } = readInvitees(text, "annotator");
  expect(people.map(({ email }) => email)).toEqual(["ada@example.org"]);
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [2, "This is no e-mail address."],
    [4, "This address is on line 3 already."],
    [5, "“boss” is no role: there are annotator, researcher and admin."],
    [6, "There is no e-mail address."],
    [7, "The name is longer than 120 characters."],
  ]);
});

test("an unknown column, and unclosed quotes, are reported first", () => {
  expect(readInvitees("email,phone\nada@example.org,1", "annotator").problems).toMatchObject([
    { line: 1, text: "phone" },
  ]);
  expect(readInvitees('email,name\nada@example.org,"Ada', "annotator").problems).toHaveLength(1);
});

test("the number of invitations at once is limited", () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `p${i}@example.org`).join("\n");
  expect(readInvitees(many(1000), "annotator").problems).toEqual([]);
  expect(readInvitees(many(1001), "annotator").problems).toMatchObject([{ line: 1001 }]);
});
