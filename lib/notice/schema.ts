import { z } from "zod";

/** What a person is told of by mail. */
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

/** Whether a person gets mail about their work. */
export const ChangeNoticeMail = z.strictObject({ mail: z.boolean() });
