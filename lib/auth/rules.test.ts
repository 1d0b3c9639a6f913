import { fc, test as propertyTest } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { clientAddress, safePath } from "@/lib/auth/rules";

const origin = "https://countersign.uni.edu";

test.each([
  ["/projects?new", "/projects?new"],
  ["/projects/1#top", "/projects/1#top"],
  [`${origin}/account`, "/account"],
  [null, "/"],
  ["", "/"],
])("after signing in, %s leads to %s", (wanted, path) => {
  expect(safePath(wanted, origin)).toBe(path);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://countersign.uni.edu.evil.example/",
  "https://countersign.uni.edu@evil.example/",
  "http://countersign.uni.edu/",
  "/\t/evil.example",
  "\n//evil.example",
  "https:evil.example",
  "///evil.example",
  "blob:https://countersign.uni.edu/x",
])("after signing in, %j never leads elsewhere", (wanted) => {
  const target = new URL(safePath(wanted, origin), origin);
  expect(target.origin).toBe(origin);
});

propertyTest.prop([fc.string({ unit: "grapheme" })])("no text leads elsewhere", (wanted) => {
  expect(new URL(safePath(wanted, origin), origin).origin).toBe(origin);
});

test("without a trusted proxy, no header sets the client address", () => {
  expect(clientAddress("203.0.113.7", 0)).toBeNull();
  expect(clientAddress(null, 1)).toBeNull();
});

test("an address that the client wrote into the header is ignored", () => {
  expect(clientAddress("10.0.0.1, 203.0.113.7", 1)).toBe("203.0.113.7");
  expect(clientAddress("10.0.0.1, 203.0.113.7, 198.51.100.2", 2)).toBe("203.0.113.7");
  expect(clientAddress("no address at all", 1)).toBeNull();
  expect(clientAddress("203.0.113.7", 2)).toBeNull();
});

test("one customer's IPv6 addresses are one address", () => {
  const one = clientAddress("2001:db8:1:2:aaaa::1", 1);
  expect(one).toBe(clientAddress("[2001:db8:1:2:bbbb::2]:443", 1));
  expect(one).not.toBe(clientAddress("2001:db8:1:3::1", 1));
  expect(clientAddress("::ffff:203.0.113.7", 1)).toBe("203.0.113.7");
});
