import { expect, test } from "vitest";
import { OperatorError } from "./operator-error.mjs";
import { readOptions } from "./options.mjs";

/** Reads options with these environment variables only. */
function read(args: string[], env: Record<string, string> = {}) {
  return readOptions(args, env as unknown as NodeJS.ProcessEnv);
}

test("without options it listens on this machine only", () => {
  expect(read([])).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    demo: false,
    dev: false,
    databaseUrl: undefined,
    address: "http://localhost:3000",
    local: "http://127.0.0.1:3000",
  });
});

test("a flag takes precedence over the environment", () => {
  expect(read([], { PORT: "4000" }).port).toBe(4000);
  expect(read(["--port", "5000"], { PORT: "4000" }).port).toBe(5000);
});

test.each(["0", "65536", "3000a", "", "-1", "1e3"])("%j is no port", (port) => {
  expect(() => read([`--port=${port}`])).toThrow(OperatorError);
});

test("an unknown option is refused with a reference to --help", () => {
  expect(() => read(["--prot", "3000"])).toThrow(/--prot.*--help/);
});

test("a server that listens on every address is shown with its local address", () => {
  expect(read(["--host", "0.0.0.0"]).local).toBe("http://127.0.0.1:3000");
  expect(read(["--host", "::1"]).local).toBe("http://[::1]:3000");
});

test("a server on a network address needs a public address", () => {
  expect(() => read(["--host", "10.0.0.5"])).toThrow(/APP_URL/);
  const { address } = read(["--host", "10.0.0.5"], { APP_URL: "https://countersign.uni.edu" });
  expect(address).toBe("https://countersign.uni.edu");
});

test("a part by itself needs a database and, if it serves, the secrets that all containers share", () => {
  const database = { DATABASE_URL: "postgresql://db/countersign" };
  const secrets = { NEXTAUTH_SECRET: "s", LLM_KEY_SECRET: "k" };
  expect(read([]).only).toBeUndefined();
  expect(read(["--only", "schema"], database).only).toBe("schema");
  expect(read(["--only", "web"], { ...database, ...secrets }).only).toBe("web");
  expect(read(["--only", "backups"], { ...database, BACKUP_TO: "/backups" }).only).toBe("backups");
  expect(() => read(["--only", "backups"], database)).toThrow(/needs BACKUP_TO/);
  expect(() => read(["--only", "worker"], { ...secrets })).toThrow(/needs DATABASE_URL/);
  expect(() => read(["--only", "worker"], database)).toThrow(/needs NEXTAUTH_SECRET and LLM_KEY_SECRET/);
  expect(() => read(["--only", "database"], database)).toThrow(/schema, web, worker or backups/);
});
