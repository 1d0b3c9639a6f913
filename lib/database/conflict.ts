import pg from "pg";
import { z } from "zod";
import { Prisma } from "@/prisma/generated/client/client";

/** PostgreSQL: unique violation, deadlock, serialisation failure. */
const CONFLICTS = new Set(["23505", "40P01", "40001"]);

const DriverError = z.object({
  driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }),
});

/** True if another request won the race for a row of which there is one, such as an annotator's open assignment. */
export function isConflict(error: unknown) {
  // From the driver itself, without the client.
  if (error instanceof pg.DatabaseError) return CONFLICTS.has(error.code ?? "");
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const driver = DriverError.safeParse(error.meta);
  return driver.success && CONFLICTS.has(driver.data.driverAdapterError.cause.originalCode);
}
