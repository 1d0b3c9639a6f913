import "server-only";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { composeMail } from "@/lib/mail/compose";
import { queueMail } from "@/lib/mail/data";
import { type NoticeChoice, NoticeKind } from "@/lib/notice/schema";

/** Sends the unread notices that wait for this mail to a person, soon or daily, as one. */
export function mailNotices(
  userId: string,
  delivery: Exclude<NoticeChoice, "off">,
  now = new Date(),
): Promise<void> {
  return db.$transaction(async (tx) => {
    const waiting = await tx.$queryRaw<{ kind: string; name: string; path: string }[]>`
      WITH mailed AS (UPDATE "Notice" SET "delivery" = NULL
        WHERE "userId" = ${userId}::uuid AND "delivery" = ${delivery} RETURNING *)
      SELECT n."kind", n."name", n."path" FROM mailed n WHERE n."readAt" IS NULL AND EXISTS (
        SELECT FROM "Membership" m WHERE m."userId" = n."userId" AND m."projectId" = n."projectId"
          AND m."disabledAt" IS NULL)
      ORDER BY n."createdAt", n."id"`;
    const user = await tx.user.findUnique({
      where: { id: userId, disabledAt: null },
      select: { email: true, name: true, language: true },
    });
    const notices = waiting.flatMap(({ kind, ...about }) => {
      const known = NoticeKind.safeParse(kind).data;
      return known === undefined ? [] : [{ kind: known, ...about }];
    });
    const [first] = notices;
    if (!user?.email || !first) return;
    const mail = composeMail({ ...user, email: user.email }, (t) => ({
      subject:
        notices.length === 1
          ? t(`notice.${first.kind}`, { name: first.name })
          : t("mail.notices.subject", { count: notices.length }),
      paragraphs: [
        ...notices.map(({ kind, name, path }) => `${t(`notice.${kind}`, { name })}\n${env().APP_URL}${path}`),
        t("mail.notices.choice", { address: `${env().APP_URL}/account` }),
      ],
    }));
    await queueMail(tx, mail);
    if (delivery === "mail") await tx.user.update({ where: { id: userId }, data: { noticedAt: now } });
  });
}
