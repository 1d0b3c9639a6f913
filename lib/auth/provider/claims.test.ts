import { expect, test } from "vitest";
import { displayName, groupsOf, isOfDomain, rolesOf, verifiedAddress } from "@/lib/auth/provider/claims";

test.each([
  [{ email: " Ada@Uni.EDU ", email_verified: true }, "ada@uni.edu"],
  [{ email: "ada@uni.edu", email_verified: "true" }, "ada@uni.edu"],
  [{ email: "ada@uni.edu", xms_edov: true }, "ada@uni.edu"],
  [{ email: "ada@uni.edu", xms_edov: "1" }, "ada@uni.edu"],
  [{ email: "ada@uni.edu" }, null],
  [{ email: "ada@uni.edu", email_verified: false, xms_edov: true }, null],
  [{ email: "ada@uni.edu", email_verified: 1 }, null],
  [{ email: "ada@uni.edu", email_verified: ["true"] }, null],
  [{ email: "no address", email_verified: true }, null],
  [{ email: ["ada@uni.edu"], email_verified: true }, null],
  [{ email_verified: true }, null],
])("the verified address in %j is %s", (claims, address) => {
  expect(verifiedAddress(claims)).toBe(address);
});

test("a domain is the whole part behind the last @, without what is below it", () => {
  expect(isOfDomain("ada@uni.edu", [])).toBe(true);
  expect(isOfDomain("ada@uni.edu", ["lab.org", "uni.edu"])).toBe(true);
  for (const address of ["ada@evil-uni.edu", "ada@mail.uni.edu", "ada@uni.edu.evil.example"])
    expect(isOfDomain(address, ["uni.edu"]), address).toBe(false);
});

test("groups are a list, one text, or several between spaces; anything else is none", () => {
  expect(groupsOf({ groups: ["a b", "c", 3, ""] }, "groups")).toEqual(["a b", "c"]);
  expect(groupsOf({ roles: "a b" }, "roles")).toEqual(["a b", "a", "b"]);
  expect(groupsOf({ groups: { a: true } }, "groups")).toEqual([]);
  expect(groupsOf({}, "groups")).toEqual([]);
});

test("the highest of several roles in a project is given, and inherited property names are no groups", () => {
  const [one, two] = ["project one", "project two"];
  const mapping = {
    students: [{ project: one, role: "annotator" as const }],
    staff: [
      { project: one, role: "researcher" as const },
      { project: two, role: "admin" as const },
    ],
  };
  const given = [
    { groups: ["staff", "constructor"], mapping },
    { groups: ["students"], mapping },
    { groups: ["staff"], mapping: {} },
  ];
  expect(rolesOf(given)).toEqual({
    siteAdmin: false,
    projects: new Map([
      [one, "researcher"],
      [two, "admin"],
    ]),
  });
});

test("a name is taken from the claims that exist", () => {
  expect(displayName({ name: " Ada Lovelace " }, "ada@uni.edu")).toBe("Ada Lovelace");
  expect(displayName({ given_name: "Ada", family_name: "Lovelace" }, "ada@uni.edu")).toBe("Ada Lovelace");
  expect(displayName({ name: 3 }, "ada@uni.edu")).toBe("ada");
  expect(displayName({ name: null }, "ada")).toBe("ada");
  expect(displayName({ name: "x".repeat(500) }, "ada@uni.edu")).toHaveLength(120);
});
