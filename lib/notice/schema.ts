import { z } from "zod";

/** Kinds of events that people get mail about. */
export const NoticeKind = z.enum([
  "sent-back",
  "new-work",
  "question-answered",
  "question-asked",
  "batch-finished",
  "run-finished",
  "run-stopped",
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
  "run-finished": "daily",
  "run-stopped": "mail",
};

/** The kinds that every annotator may get; the others are for admins. */
export const ANNOTATORS_KINDS: readonly NoticeKind[] = ["new-work", "sent-back", "question-answered"];

/** A person's choices, for some or all kinds. */
export const NoticeChoices = z.strictObject({ choices: z.partialRecord(NoticeKind, NoticeChoice) });
export type NoticeChoices = z.infer<typeof NoticeChoices>;
