import { z } from "zod";

/** Settings of mail; without them no mail is sent. */
export const mailSettings = {
  /** The server that takes mail: smtp://user:password@host:587, or smtps://…:465. */
  SMTP_URL: z
    .string()
    .refine(
      (text) =>
        URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== "",
      {
        error: "is no mail server: smtp://user:password@mail.uni.edu:587",
      },
    )
    .optional(),
  /** The sender: an address, or a name with an address in angle brackets. */
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n"]+ <)?[^\s<>@]+@[^\s<>@]+>?$/, {
      error: "is no sender: Countersign <countersign@uni.edu>",
    })
    .optional(),
};

/** Settings of mail that are only half there. */
export function incompleteMail(given: {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  LLM_KEY_SECRET: readonly string[];
}): { name: string; problem: string }[] {
  const { SMTP_URL, MAIL_FROM, LLM_KEY_SECRET } = given;
  if (SMTP_URL === undefined && MAIL_FROM === undefined) return [];
  if (SMTP_URL === undefined) return [{ name: "SMTP_URL", problem: "is missing: MAIL_FROM needs it" }];
  if (MAIL_FROM === undefined) return [{ name: "MAIL_FROM", problem: "is missing: SMTP_URL needs it" }];
  if (LLM_KEY_SECRET.length > 0) return [];
  return [{ name: "LLM_KEY_SECRET", problem: "is missing: mail that waits is sealed with it" }];
}
