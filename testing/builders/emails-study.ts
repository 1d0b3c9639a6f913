import type { Exposure } from "@/lib/judgement/schema";

/** Answers of two people to one question on four responses of four tasks; they differ on the third. */
export const EMAIL_ANSWERS = [
  ["yes", "yes"],
  ["no", "no"],
  ["yes", "no"],
  ["yes", "yes"],
] as const;

/** α of the study by hand: 1 − (2/8) / (30/56), since 2 of 8 pairable values differ, and 5 are yes and 3 no. */
export const ALPHA_OF_EMAILS = 8 / 15;

interface EmailsOptions {
  name?: string;
  exposure?: Exposure;
}

/** The text of a study file in which two people answer whether four e-mails are polite. */
export const emailsStudy = (options?: EmailsOptions) =>
  emailRecords(options)
    .map((record) => JSON.stringify(record))
    .join("\n");

/** The records of that file. */
export function emailRecords({ name = "Emails", exposure = "none" }: EmailsOptions = {}) {
  return [
    { type: "study", version: 1, name },
    ...EMAIL_ANSWERS.flatMap((_, n) => [
      { type: "task", id: `t${n}`, instruction: "Write an email." },
      { type: "response", id: `r${n}`, task: `t${n}`, model: "m", text: "Dear …" },
    ]),
    {
      type: "rubric",
      id: "c",
      task: null,
      kind: "checklist",
      items: [{ id: "q", name: "Polite", text: "Is it polite?", scale: { type: "yesno" } }],
    },
    ...EMAIL_ANSWERS.flatMap((values, n) =>
      values.map((value, rater) => ({
        type: "judgement",
        id: `j${n}${rater}`,
        task: `t${n}`,
        response: `r${n}`,
        item: "q",
        rater: `A${rater}`,
        raterKind: "human",
        exposure,
        value,
      })),
    ),
  ];
}
