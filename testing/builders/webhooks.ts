import { randomUUID } from "node:crypto";
import { actAs } from "@/lib/auth/actor";
import type { EventName } from "@/lib/events/schema";
import { createWebhook } from "@/lib/webhook/data/webhooks";
import { NewWebhook } from "@/lib/webhook/schema";
import { makeSiteAdmin } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/** A webhook for all events of a project, with its secret. */
export async function makeWebhook({
  project,
  url = `https://hooks.example.org/${randomUUID()}`,
  ...options
}: {
  project?: { id: string };
  url?: string;
  events?: EventName[];
} = {}) {
  const { id: projectId } = project ?? (await makeProject());
  const admin = actAs((await makeSiteAdmin()).actor, "admin");
  const made = await createWebhook(admin, projectId, NewWebhook.parse({ url, ...options }));
  if (!made || "refused" in made) throw new Error(`no webhook was made: ${JSON.stringify(made)}`);
  return { ...made, projectId, admin };
}
