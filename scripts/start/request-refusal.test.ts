import { expect, test } from "vitest";
import { refusalFor } from "./request-refusal.mjs";

test.each([
  ["GET", "/%ff"],
  ["GET", "/annotate/%E0%A4%A"],
  ["POST", "/api/v1/join/%"],
  ["GET", "/%00"],
  ["GET", "/\\evil.example"],
  ["GET", "http://evil.example/"],
  ["OPTIONS", "*"],
])("%s %s is refused", (method, url) => expect(refusalFor({ method, url })).toBe(400));

test.each(["TRACE", "TRACK", "CONNECT", "PROPFIND", ""])("%s is no method here", (method) =>
  expect(refusalFor({ method, url: "/" })).toBe(405),
);

test.each([
  ["GET", "/annotate/%C3%A9?q=%ff"],
  ["HEAD", "/"],
  ["DELETE", "/api/v1/tokens/1"],
  ["POST", "/api/v1/join"],
])("%s %s is accepted", (method, url) => expect(refusalFor({ method, url })).toBeNull());
