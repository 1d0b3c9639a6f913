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

/** Whoever is signed in, asked once per page. */
export const currentUser = cache(async (): Promise<SignedIn | null> => {
  const sid = await unsealSession((await cookies()).get(sessionCookie().name)?.value);
  return sid === null ? null : findSignedIn(sid);
});

/** For pages: whoever is signed in, or the way to the sign-in page and back. */
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
 * For pages of a project: the actor with a standing in it, and the project as they may see it. For anybody else the
 * page does not exist. Layouts and pages each ask for themselves: a layout does not guard the pages inside it.
 */
export async function requireMember<S extends AccessLevel>(
  projectId: string,
  standing: S,
): Promise<{ actor: Member<S>; project: ProjectView }> {
  const actor = actAs(await requireUser(), standing);
  return { actor, project: (await findProjectOnce(projectId, standing)) ?? notFound() };
}

/** A layout and its page ask for the same project. */
const findProjectOnce = cache(async (projectId: string, standing: AccessLevel) => {
  const user = await requireUser();
  return findProject(actAs(user, standing), projectId);
});
