import type { Translate } from "@/lib/i18n/rules";
import type { Disclosure, Quality } from "@/lib/quality/schema";

/**
 * The facts that annotators read beforehand: that there are training and exam, and checks unless the batch
 * does not disclose them. That pasting and leaving the tab are counted is always disclosed.
 */
export function disclosuresOf({ training, exam, gold, planted, disclosed, signals }: Quality): Disclosure[] {
  return [
    ...(training ? [{ about: "training" as const, subjects: training.subjects }] : []),
    ...(exam
      ? [
          {
            ...{ about: "exam" as const, afterTraining: training !== null },
            ...{ subjects: exam.subjects, percent: exam.pass, attempts: exam.attempts },
          },
        ]
      : []),
    ...(signals ? [{ about: "signals" as const }] : []),
    ...(disclosed && gold ? [{ about: "gold" as const }] : []),
    ...(disclosed && planted ? [{ about: "errors" as const, shownLater: planted.debrief }] : []),
  ];
}

/** A disclosure in the reader's language. */
export function disclosureInWords(disclosure: Disclosure, t: Translate): string {
  switch (disclosure.about) {
    case "training":
      return t("disclosure.training", { subjects: disclosure.subjects });
    case "exam": {
      const { subjects, percent, attempts, afterTraining } = disclosure;
      const values = { subjects, pass: percent, attempts };
      return t(afterTraining ? "disclosure.exam.then" : "disclosure.exam.first", values);
    }
    case "signals":
      return t("disclosure.signals");
    case "gold":
      return t("disclosure.gold");
    case "errors":
      return [t("disclosure.planted"), ...(disclosure.shownLater ? [t("disclosure.debrief")] : [])].join(" ");
  }
}
