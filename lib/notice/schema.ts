import { z } from "zod";
import { NewestKey, pageQuery } from "@/lib/http/page";

/** Kinds of events that people find in their inbox, and get mail about. */
export const NoticeKind = z.enum([
  "sent-back",
  "new-work",
  "question-answered",
  "question-asked",
  "batch-finished",
  "annotator-stopped",
  "run-finished",
  "run-stopped",
  "release-ready",
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** When a person gets mail about a kind of event: soon, in one mail a day, or never. */
export const NoticeChoice = z.enum(["mail", "daily", "off"]);
export type NoticeChoice = z.infer<typeof NoticeChoice>;

/** The choices of a person who has made none: events that a person waits for are mailed soon. */
export const DEFAULT_CHOICES: Record<NoticeKind, NoticeChoice> = {
  "sent-back": "mail",
  "new-work": "mail",
  "question-answered": "mail",
  "question-asked": "mail",
  "batch-finished": "mail",
  "annotator-stopped": "daily",
  "run-finished": "daily",
  "run-stopped": "mail",
  "release-ready": "daily",
};

/** The kinds that every annotator may get, and those that researchers may get besides; the others are for admins. */
export const ANNOTATORS_KINDS: readonly NoticeKind[] = ["new-work", "sent-back", "question-answered"];
export const RESEARCHERS_KINDS: readonly NoticeKind[] = [...ANNOTATORS_KINDS, "release-ready"];

/** A person's choices, for some or all kinds. */
export const NoticeChoices = z.strictObject({ choices: z.partialRecord(NoticeKind, NoticeChoice) });
export type NoticeChoices = z.infer<typeof NoticeChoices>;

/** A filter on the inbox; notices are listed latest first. */
export const InboxQuery = pageQuery(
  { unread: z.stringbool().optional(), kind: NoticeKind.optional(), project: z.uuid().optional() },
  { most: 200, key: NewestKey },
);
export type InboxQuery = z.infer<typeof InboxQuery>;

/** Something that happened, in a person's inbox. */
export const NoticeView = z.object({
  id: z.uuid(),
  kind: NoticeKind,
  project: z.object({ id: z.uuid(), name: z.string() }),
  /** The name of the batch, run or release. */
  name: z.string(),
  /** The page about it, an address of this installation. */
  path: z.string(),
  /** When it happened; the last time, if it happened again. */
  at: z.date(),
  read: z.boolean(),
});
export type NoticeView = z.infer<typeof NoticeView>;

/** Marks notices as read, or as unread again: the named ones, or all. */
export const MarkNoticesBody = z.strictObject({
  notices: z.array(z.uuid()).max(1000).optional(),
  read: z.boolean(),
});
export type MarkNoticesBody = z.infer<typeof MarkNoticesBody>;

export const UnreadNotices = z.object({ unread: z.number().int() });

export const MarkedNotices = z.object({ marked: z.number().int(), unread: z.number().int() });
export type MarkedNotices = z.infer<typeof MarkedNotices>;
