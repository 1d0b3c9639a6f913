import { NextRequest } from "next/server";
import { describe, expect, test } from "vitest";
import { proxy } from "@/proxy";

const send = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(new URL(path, "http://localhost:3000"), { headers }));
const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";
/** A request header that Next forwards to the page. */
const handedOn = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);

describe("a page", () => {
  test("runs only scripts with its nonce, and those that they load", () => {
    const policy = policyOf(send("/projects"));
    const scripts = policy.match(/script-src ([^;]+)/)?.[1];
    expect(scripts).toMatch(/^'self' 'nonce-[\w+/=]{22,}' 'strict-dynamic'$/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  });

  test("gets a new nonce on every request", () => {
    const nonces = Array.from({ length: 1000 }, () => policyOf(send("/")).match(/'nonce-([^']+)'/)?.[1]);
    expect(new Set(nonces).size).toBe(1000);
  });

  test("ignores a nonce or policy sent by the client", () => {
    const sent = "script-src 'nonce-mine'";
    const response = send("/", {
      "x-nonce": "mine",
      "content-security-policy": sent,
      "content-security-policy-report-only": sent,
    });
    const nonce = policyOf(response).match(/'nonce-([^']+)'/)?.[1];
    expect(nonce).not.toBe("mine");
    expect(handedOn(response, "x-nonce")).toBe(nonce);
    expect(handedOn(response, "content-security-policy")).toBe(policyOf(response));
    expect(handedOn(response, "content-security-policy-report-only")).toBeNull();
  });

  test("is not stored by any cache", () =>
    expect(send("/").headers.get("cache-control")).toBe("private, no-store"));
});

describe("the page that Mechanical Turk shows in a frame", () => {
  test("may be framed by it and post to it, and no other page may", () => {
    const policy = policyOf(send("/join/a-token/mturk"));
    expect(policy).toContain(
      "frame-ancestors https://worker.mturk.com https://www.mturk.com https://workersandbox.mturk.com",
    );
    expect(policy).toContain(
      "form-action https://www.mturk.com https://workersandbox.mturk.com https://worker.mturk.com",
    );
    expect(send("/join/a-token/mturk?assignmentId=A1").headers.get("x-frame-options")).toBeNull();
    for (const path of ["/join/a-token", "/join/a/b/mturk", "/join/mturk", "/annotate/mturk", "/mturk"]) {
      expect(policyOf(send(path))).not.toContain("mturk.com");
      expect(send(path).headers.get("x-frame-options")).toBe("DENY");
    }
  });

  test("gets no cookie, which a frame of another site would not keep", () => {
    expect(send("/join/a-token/mturk").headers.get("set-cookie")).toBeNull();
    expect(send("/join/a-token").headers.get("set-cookie")).toContain("countersign.browser");
  });
});

test.each(["/api", "/api/v1/assignments/1/ops"])("API responses at %s cannot run scripts", (path) => {
  expect(policyOf(send(path))).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
  expect(send(path).headers.get("cache-control")).toBe("private, no-store");
});

test("a file of a public card sets its own cache lifetime", () => {
  const response = send("/api/v1/cards/1/labels");
  expect(response.headers.get("cache-control")).toBeNull();
  expect(policyOf(response)).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
  expect(send("/card/1").headers.get("cache-control")).toBe("private, no-store");
});

test("a page whose name begins like the API is a page", () => {
  expect(policyOf(send("/apiary"))).toContain("script-src");
});

test("strict transport security is sent over HTTPS only", () => {
  expect(send("/").headers.get("strict-transport-security")).toBeNull();
  expect(send("/", { "x-forwarded-proto": "https" }).headers.get("strict-transport-security")).toMatch(
    /max-age=63072000/,
  );
  expect(send("https://host.test/").headers.get("strict-transport-security")).not.toBeNull();
});

test("there are no server actions to call", () => expect(send("/", { "next-action": "x" }).status).toBe(404));
