import { expect, test } from "vitest";
import { troubleOf } from "./unavailable";

const failed = (fields: object, message = "failed") => Object.assign(new Error(message), fields);

test.each([
  ["a lock that is not to be had", failed({ code: "55P03" }), "busy"],
  [
    "the same, as a client wraps it",
    failed({ code: "P2010", meta: { driverAdapterError: { cause: { originalCode: "55P03" } } } }),
    "busy",
  ],
  ["a statement that takes too long", failed({ cause: failed({ code: "57014" }) }), "busy"],
  ["no connection in time", failed({}, "timeout exceeded when trying to connect"), "busy"],
  ["several addresses that refuse", failed({ errors: [failed({ code: "ECONNREFUSED" })] }), "busy"],
  ["a connection that breaks", failed({}, "Connection terminated unexpectedly"), "lost"],
  ["a server that is shut down", failed({ code: "57P01" }), "lost"],
  ["a full disk", failed({ code: "53100" }), "full"],
  ["what is wrong with the request", failed({ code: "23505" }), null],
  ["an error of ours", new TypeError("undefined is not a function"), null],
  ["no error at all", "55P03", null],
])("%s", (_, error, trouble) => {
  expect(troubleOf(error)).toBe(trouble);
});
