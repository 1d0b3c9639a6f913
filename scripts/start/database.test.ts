import { expect, test } from "vitest";
import { place, reachExternal, unreachable } from "./database.mjs";
import { OperatorError } from "./operator-error.mjs";

test("a database is named without its user and password", () => {
  expect(place("postgresql://somebody:hidden@db.uni.edu/study")).toBe("db.uni.edu:5432/study");
});

test.each([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "there is no host of that name"],
  ["28P01", "the user or the password is not accepted"],
  ["3D000", "the database does not exist"],
])("%s has a message in words", (code, words) => {
  expect(unreachable(Object.assign(new Error("for hidden@db"), { code }))).toBe(words);
});

test("an unreachable database is one line, without the password", async () => {
  const failure = await reachExternal("postgresql://somebody:hidden@127.0.0.1:1/study").catch(
    (error) => error,
  );
  expect(failure).toBeInstanceOf(OperatorError);
  expect(failure.message).toBe("The database at 127.0.0.1:1/study cannot be used: nothing listens there.");
});
