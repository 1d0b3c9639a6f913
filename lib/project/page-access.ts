import "server-only";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import {
  type AccessLevel,
  actAs,
  isSiteAdmin,
  type Member,
  type SignedIn,
  type SiteAdmin,
} from "@/lib/auth/actor";
import { findSignedIn, sessionCookie, unsealSession } from "@/lib/auth/sessions";
import { findProject } from "@/lib/project/data";
import type { ProjectView } from "@/lib/project/schema";

/** The signed-in user, read once per page. */
export const currentUser = cache(async (): Promise<SignedIn | null> => {
  const sid = await unsealSession((await cookies()).get(sessionCookie().name)?.value);
  return sid === null ? null : findSignedIn(sid);
});

/** For pages: the signed-in user, or a redirect to the sign-in page and back. */
export async function requireUser(): Promise<SignedIn> {
  const user = await currentUser();
  if (user) return user;
  const path = (await headers()).get("x-countersign-path") ?? "/";
  redirect(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
}

export async function requireSiteAdmin(): Promise<SiteAdmin> {
  const user = await requireUser();
  return isSiteAdmin(user) ? user : notFound();
}

/**
 * For pages of a project: the actor with an access level in it, and the project. For others the page does not
 * exist. Layouts and pages each check for themselves: a layout does not guard the pages inside it.
 */
export async function requireMember<S extends AccessLevel>(
  projectId: string,
  level: S,
): Promise<{ actor: Member<S>; project: ProjectView }> {
  const actor = actAs(await requireUser(), level);
  return { actor, project: (await findProjectOnce(projectId, level)) ?? notFound() };
}

/** A layout and its page request the same project. */
const findProjectOnce = cache(async (projectId: string, level: AccessLevel) => {
  const user = await requireUser();
  return findProject(actAs(user, level), projectId);
});
