import { randomUUID } from "node:crypto";
import { DAY } from "@/lib/auth/rules";
import { db } from "@/lib/database/db";

export interface TestProject {
  id: string;
  name: string;
}

export async function makeProject({
  name = `Study ${randomUUID().slice(0, 8)}`,
  sample = false,
  archived = false,
}: {
  name?: string;
  sample?: boolean;
  archived?: boolean;
} = {}): Promise<TestProject> {
  const archivedAt = archived ? new Date(Date.now() - DAY) : null;
  const { id } = await db.project.create({ data: { name, sample, archivedAt } });
  return { id, name };
}
