import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { GET as ask } from "@/app/api/v1/health/route";
import { db } from "@/lib/database/db";
import { asOwner } from "@/testing/as-owner";
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

test("a server that can save is healthy, and reports a missing worker", async () => {
  expect(await health()).toMatchObject({ status: 200, body: { ok: true, missing: ["worker"] } });
  await db.worker.create({ data: { id: crypto.randomUUID() } });
  expect(await untilHealth([])).toMatchObject({ status: 200, body: { ok: true } });
  await db.worker.deleteMany();
});

test("a read-only database gives 503", async () => {
  const [{ name = "" } = {}] = await db.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  await asOwner((owner) => owner.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`));
  await disconnectHealth();
  expect(await untilHealth(["saving", "worker"])).toMatchObject({ status: 503, body: { ok: false } });
  await asOwner(async (owner) => {
    await owner.query("SET default_transaction_read_only = off");
    await owner.query(`ALTER DATABASE "${name}" RESET ALL`);
  });
  await disconnectHealth();
  expect(await untilHealth(["worker"])).toMatchObject({ status: 200 });
});

test("with every table locked it answers within two seconds, and again when they are free", async () => {
  await asOwner(async (owner) => {
    await owner.query(
      'BEGIN; LOCK TABLE "Worker", "WriteProbe", "_prisma_migrations" IN ACCESS EXCLUSIVE MODE',
    );
    const { status, body, ms } = await untilHealth(["database"]);
    expect({ status, body }).toMatchObject({ status: 503, body: { ok: false } });
    expect(ms).toBeLessThan(2_000);
    await owner.query("ROLLBACK");
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
