import "server-only";
import type { SiteAdmin } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { createLink, mailPasswordLink } from "@/lib/auth/data/one-time-links";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import type { CreateUser, OneTimeLink } from "@/lib/auth/schema";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { createMembership } from "@/lib/project/data";

/**
 * Creates an account with a link to choose its password (none where passwords are switched off); optionally in
 * a project.
 */
export function createUser(
  actor: SiteAdmin,
  { email, name, siteAdmin, project, role }: CreateUser,
  now = new Date(),
): Promise<
  { id: string; link: OneTimeLink | null } | Refusal<"email-taken" | "no-such-project" | "archived">
> {
  return db
    .$transaction(async (tx) => {
      const [user] = await tx.user.createManyAndReturn({
        data: [{ email, name, siteAdmin }],
        skipDuplicates: true,
        select: { id: true },
      });
      if (!user) return refuse("email-taken");
      await audit(tx, actor, { action: "user.created", subject: ["User", user.id], detail: { siteAdmin } });
      if (project && role) {
        const found = await tx.project.findUnique({ where: { id: project } });
        if (!found || found.archivedAt) throw new Rollback(refuse(found ? "archived" : "no-such-project"));
        await createMembership(tx, actor, { projectId: project, userId: user.id, role });
      }
      const link = passwordsAreOff() ? null : await createLink(tx, "set_password", user.id, now);
      if (link) await mailPasswordLink(tx, user.id, link);
      return { id: user.id, link };
    })
    .catch(refusalOf);
}

/** Rolls a transaction back, with the refusal. */
class Rollback<R extends Refusal> extends Error {
  constructor(readonly refusal: R) {
    super(refusal.refused);
  }
}

function refusalOf(error: unknown): Refusal<"no-such-project" | "archived"> {
  if (error instanceof Rollback) return error.refusal;
  throw error;
}
