import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { GET as ask } from "@/app/api/v1/health/route";
import { db } from "@/lib/database/db";
import { disconnectHealth } from "./health";

afterAll(disconnectHealth);

async function health() {
  const began = performance.now();
  const response = await ask(new Request("http://localhost:3000/api/v1/health"), {
    params: Promise.resolve(undefined),
  });
  return { status: response.status, body: await response.json(), ms: performance.now() - began };
}

const Answer = z.object({
  status: z.number(),
  body: z.object({ ok: z.boolean(), missing: z.array(z.string()) }),
});

/** Waits until the cached answer has expired and health reports what is missing. */
async function untilHealth(missing: string[]) {
  await vi.waitFor(async () => expect(Answer.parse(await health()).body.missing).toEqual(missing), {
    timeout: 10_000,
    interval: 50,
  });
  return health();
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test("a server that can save is healthy, and reports a missing worker", async () => {
  expect(await health()).toMatchObject({ status: 200, body: { ok: true, missing: ["worker"] } });
  await db.worker.create({ data: { id: crypto.randomUUID() } });
  expect(await untilHealth([])).toMatchObject({ status: 200, body: { ok: true } });
  await db.worker.deleteMany();
});

test("a read-only database gives 503", async () => {
  const [{ name = "" } = {}] = await db.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  await withClient((client) =>
    client.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`),
  );
  await disconnectHealth();
  expect(await untilHealth(["saving", "worker"])).toMatchObject({ status: 503, body: { ok: false } });
  await withClient(async (client) => {
    await client.query("SET default_transaction_read_only = off");
    await client.query(`ALTER DATABASE "${name}" RESET ALL`);
  });
  await disconnectHealth();
  expect(await untilHealth(["worker"])).toMatchObject({ status: 200 });
});

test("with every table locked it answers within two seconds, and again when they are free", async () => {
  await withClient(async (client) => {
    await client.query(
      'BEGIN; LOCK TABLE "Worker", "WriteProbe", "_prisma_migrations" IN ACCESS EXCLUSIVE MODE',
    );
    const { status, body, ms } = await untilHealth(["database"]);
    expect({ status, body }).toMatchObject({ status: 503, body: { ok: false } });
    expect(ms).toBeLessThan(2_000);
    await client.query("ROLLBACK");
  });
  expect(await untilHealth(["worker"])).toMatchObject({ status: 200 });
});

test("a hanging connection is given up within two seconds", async () => {
  await untilHealth(["worker"]);
  const [{ pid = 0 } = {}] = await db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity
    WHERE application_name = 'countersign health' AND datname = current_database()`;
  process.kill(pid, "SIGSTOP");
  try {
    const { status, body, ms } = await untilHealth(["database"]);
    expect({ status, body }).toMatchObject({ status: 503, body: { ok: false } });
    expect(ms).toBeLessThan(2_000);
    expect(await untilHealth(["worker"])).toMatchObject({ status: 200 });
  } finally {
    process.kill(pid, "SIGCONT");
  }
});
