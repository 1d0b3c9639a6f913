import { expect, test } from "vitest";
import { POST } from "@/app/api/v1/links/set-password/route";
import { env } from "@/lib/env";

const token = "x".repeat(43);

/** Sends bytes with the headers of our own pages. */
function send(body: Uint8Array | string, headers: Record<string, string> = {}) {
  const request = new Request(`${env().APP_URL}/api/v1/links/set-password`, {
    method: "POST",
    headers: {
      "sec-fetch-site": "same-origin",
      "x-countersign": "1",
      "content-type": "application/json",
      ...headers,
    },
    body: body as BodyInit,
  });
  return POST(request, { params: Promise.resolve({}) });
}

const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const latin = Buffer.from(JSON.stringify({ token, password: "Pässwört is long" }), "latin1");

test.each<[string, Uint8Array | string, string]>([
  ["bytes that are no UTF-8", latin, "UTF-8"],
  [
    "a field that is there twice",
    `{"token":"${token}","token":"${token}","password":"long enough 12"}`,
    "twice",
  ],
  ["900,000 brackets", deep(450_000), "nested more than 64 deep"],
  ["900,000 brackets that stay open", "[".repeat(900_000), "nested more than 64 deep"],
  [
    "brackets inside a field",
    `{"token":${deep(100)},"password":"long enough 12"}`,
    "nested more than 64 deep",
  ],
  ["a prototype", `{"__proto__":{},"token":"${token}","password":"long enough 12"}`, "__proto__"],
  ["a lone surrogate", `{"token":"${token}","password":"long enough \\ud800"}`, "surrogate"],
  ["no JSON at all", "token=1", "is not JSON"],
])("a body with %s is refused, with all headers", async (_, body, because) => {
  for (const declared of [true, false]) {
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    const response = await send(body, declared ? { "content-length": String(length) } : {});
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toContain(because);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  }
});

test("a body in order is read", async () => {
  expect((await send(JSON.stringify({ token, password: "long enough, and ünïcode" }))).status).toBe(410);
});
