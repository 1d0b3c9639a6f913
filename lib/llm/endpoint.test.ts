import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkEndpoint, parseAllowedOrigins } from "./endpoint";
import { openWire } from "./http";
import { isPrivateAddress } from "./private-address";

/** Addresses that lead to this machine, to a private network or nowhere public; `PORT` is a listener's. */
const inwardForms = [
  "http://127.0.0.1:PORT/v1",
  "https://127.0.0.1:PORT/v1",
  "https://127.0.0.1/v1",
  "https://127.1/v1",
  "https://127.0.1/v1",
  "https://127.000.000.001/v1",
  "https://2130706433/v1",
  "https://0x7f000001/v1",
  "https://0x7f.1/v1",
  "https://0x7f.0x0.0x0.0x1/v1",
  "https://0177.0.0.1/v1",
  "https://017700000001/v1",
  "https://0/v1",
  "https://0.0.0.0/v1",
  "https://127.255.255.254/v1",
  "https://①②⑦.⓪.⓪.①/v1",
  "https://１２７.０.０.１/v1",
  "https://127。0。0。1/v1",
  "https://%31%32%37.0.0.1/v1",
  "https://localhost/v1",
  "https://LOCALHOST/v1",
  "https://localhost./v1",
  "https://localhost:PORT/v1",
  "http://localhost:PORT/v1",
  "https://sub.localhost/v1",
  "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/v1",
  "https://host.local/v1",
  "https://metadata.google.internal/v1",
  "https://router.lan/v1",
  "https://nas.home/v1",
  "https://db.corp/v1",
  "https://intranet/v1",
  "https://1.0.0.127.in-addr.arpa/v1",
  "https://[::1]/v1",
  "https://[::1]:PORT/v1",
  "https://[::]/v1",
  "https://[0:0:0:0:0:0:0:1]/v1",
  "https://[::ffff:127.0.0.1]/v1",
  "https://[::ffff:7f00:1]/v1",
  "https://[::ffff:a9fe:a9fe]/v1",
  "https://[::127.0.0.1]/v1",
  "https://[64:ff9b::7f00:1]/v1",
  "https://[64:ff9b:1::1]/v1",
  "https://[2002:7f00:1::]/v1",
  "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/v1",
  "https://[fe80::1]/v1",
  "https://[fc00::1]/v1",
  "https://[fd12:3456::1]/v1",
  "https://[ff02::1]/v1",
  "https://169.254.169.254/latest",
  "https://169.254.169.254./latest",
  "https://0xa9fea9fe/latest",
  "https://10.0.0.1/v1",
  "https://172.16.0.1/v1",
  "https://172.31.255.255/v1",
  "https://192.168.1.1/v1",
  "https://100.64.0.1/v1",
  "https://198.18.0.1/v1",
  "https://224.0.0.1/v1",
  "https://255.255.255.255/v1",
  "https://user:secret@api.example.com/v1",
  "https://api.example.com@127.0.0.1/v1",
  "https://127.0.0.1\\@api.example.com/v1",
  "https://api.example.com:PORT/v1",
  "https://api.example.com:22/v1",
  "https://api.example.com/v1?to=http://127.0.0.1",
  "https://api.example.com/v1#x",
  "http://api.example.com/v1",
  "ftp://api.example.com/v1",
  "file:///etc/passwd",
  "gopher://127.0.0.1:PORT/",
  "javascript:alert(1)",
  "https://api.exa\nmple.com/v1",
  "https:// api.example.com/v1",
  "//127.0.0.1/v1",
  "",
];

let connections = 0;
let port = 0;
const listener = createServer((_, response) => response.end("inside"));
listener.on("connection", () => connections++);

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  port = (listener.address() as AddressInfo).port;
});

afterAll(() => new Promise<void>((resolve) => listener.close(() => resolve())));

describe("internal addresses", () => {
  test(`${inwardForms.length} forms are refused, and no connection is made`, async () => {
    connections = 0;
    for (const form of inwardForms) {
      const base = form.replaceAll("PORT", `${port}`);
      const check = checkEndpoint(base, []);
      expect(check.ok, form).toBe(false);
      if (!check.ok) expect(check.reason.length).toBeGreaterThan(10);
      const wire = openWire({ base, allowed: [] });
      await expect(wire.fetch(base || "https://a.example"), form).rejects.toMatchObject({
        kind: "refused-address",
      });
      await wire.close();
    }
    expect(connections).toBe(0);
  });

  test.each([
    "https://api.openai.com/v1",
    "https://api.example.com./v1",
    "https://8.8.8.8/v1",
    "https://[2606:4700::1]/v1",
  ])("%s is allowed", (base) => {
    expect(checkEndpoint(base, []).ok).toBe(true);
  });

  test("exactly the origins that the operator lists are allowed", () => {
    const allowed = parseAllowedOrigins("http://127.0.0.1:11434, https://llm.corp");
    expect(checkEndpoint("http://127.0.0.1:11434/v1", allowed).ok).toBe(true);
    expect(checkEndpoint("https://llm.corp/v1", allowed).ok).toBe(true);
    expect(checkEndpoint("http://127.0.0.1:11435/v1", allowed).ok).toBe(false);
    expect(checkEndpoint("http://llm.corp/v1", allowed).ok).toBe(false);
    expect(() => parseAllowedOrigins("http://127.0.0.1/path")).toThrow("no origin");
  });

  test.each(["127.0.0.1", "10.1.2.3", "::1", "::ffff:8.8.8.8", "fe80::1%eth0", "not an address"])(
    "%s is internal",
    (address) => {
      expect(isPrivateAddress(address)).toBe(true);
    },
  );

  test("a name that resolves to an internal address by the time of the connection is refused", async () => {
    connections = 0;
    for (const answers of [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], []]) {
      const wire = openWire({
        base: "https://rebinding.example/v1",
        allowed: [],
        lookup: (_, __, callback) =>
          callback(
            null,
            answers.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
          ),
      });
      await expect(wire.fetch("https://rebinding.example/v1/models")).rejects.toMatchObject({
        kind: "refused-address",
      });
      await wire.close();
    }
    expect(connections).toBe(0);
  });

  test("a name that cannot be looked up is refused", async () => {
    const wire = openWire({
      base: "https://nowhere.example/v1",
      allowed: [],
      lookup: (_, __, callback) => callback(Object.assign(new Error("not found"), { code: "ENOTFOUND" }), ""),
    });
    await expect(wire.fetch("https://nowhere.example/v1")).rejects.toMatchObject({ kind: "network" });
    await wire.close();
  });

  test("a redirect is not followed, and takes no key along", async () => {
    const seen: string[] = [];
    const target = createServer((request, response) => {
      seen.push(JSON.stringify(request.headers));
      response.end("stolen");
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    const elsewhere = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
    for (const status of [301, 302, 303, 307, 308]) {
      const redirecting = createServer((_, response) => {
        response.writeHead(status, { location: elsewhere });
        response.end();
      });
      await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
      const origin = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
      const wire = openWire({ base: `${origin}/v1`, allowed: [origin] });
      const headers = { authorization: "Bearer canary", "x-api-key": "canary", "api-key": "canary" };
      await expect(
        wire.fetch(`${origin}/v1/x`, { method: "POST", headers, body: "{}" }),
      ).rejects.toMatchObject({
        kind: "redirect",
      });
      await wire.close();
      redirecting.closeAllConnections();
      await new Promise((resolve) => redirecting.close(resolve));
    }
    expect(seen).toEqual([]);
    await new Promise((resolve) => target.close(resolve));
  });

  test("requests go to the endpoint's own origin only", async () => {
    const origin = `http://127.0.0.1:${port}`;
    const wire = openWire({ base: `${origin}/v1`, allowed: [origin] });
    connections = 0;
    await expect(wire.fetch(`http://localhost:${port}/v1`)).rejects.toMatchObject({
      kind: "refused-address",
    });
    expect(connections).toBe(0);
    expect(await (await wire.fetch(`${origin}/v1/models`)).text()).toBe("inside");
    await wire.close();
  });
});
