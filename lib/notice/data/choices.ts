import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import {
  ANNOTATORS_KINDS,
  DEFAULT_CHOICES,
  NoticeChoice,
  type NoticeChoices,
  NoticeKind,
  RESEARCHERS_KINDS,
} from "@/lib/notice/schema";
import type { Role } from "@/prisma/generated/client/client";

/** The actor's choices for the kinds that may concern them in one of their roles. */
export async function findNoticeChoices(actor: SignedIn): Promise<NoticeChoices> {
  const [chosen, memberships] = await Promise.all([
    db.noticeChoice.findMany({ where: { userId: actor.userId } }),
    db.membership.findMany({
      where: { userId: actor.userId, disabledAt: null },
      distinct: ["role"],
      select: { role: true },
    }),
  ]);
  const choices = new Map(chosen.map(({ kind, choice }) => [kind, NoticeChoice.parse(choice)]));
  const kinds = kindsOf(memberships.map(({ role }) => role));
  return {
    choices: Object.fromEntries(kinds.map((kind) => [kind, choices.get(kind) ?? DEFAULT_CHOICES[kind]])),
  };
}

function kindsOf(roles: readonly Role[]): readonly NoticeKind[] {
  if (roles.includes("admin")) return NoticeKind.options;
  return roles.includes("researcher") ? RESEARCHERS_KINDS : ANNOTATORS_KINDS;
}

/** Changes when the actor gets mail about the given kinds; what waits of a kind is not mailed once it is turned off. */
export async function chooseNotices(actor: SignedIn, { choices }: NoticeChoices): Promise<NoticeChoices> {
  await db.$transaction(async (tx) => {
    for (const kind of NoticeKind.options) {
      const choice = choices[kind];
      if (choice === undefined) continue;
      const key = { userId: actor.userId, kind };
      await tx.noticeChoice.upsert({
        where: { userId_kind: key },
        create: { ...key, choice },
        update: { choice },
      });
      if (choice === "off") await tx.notice.updateMany({ where: key, data: { delivery: null } });
    }
    const detail = { field: "noticeChoices" };
    await audit(tx, actor, { action: "account.changed", subject: ["User", actor.userId], detail });
  });
  return findNoticeChoices(actor);
}
