import type { Translate } from "@/lib/i18n/rules";
import type { QualificationStage } from "@/lib/quality/rules/qualification";

/** Position in training or exam: "Exam 1 of 8". */
export function stageWords(where: Exclude<QualificationStage, { at: "work" }>, t: Translate): string {
  switch (where.at) {
    case "failed":
      return t("stage.failed");
    case "training":
      return t("stage.training", { n: where.n, of: where.of });
    case "exam": {
      const { n, of, attempt, attempts } = where;
      return attempts === 1
        ? t("stage.exam", { n, of })
        : t("stage.exam.attempt", { n, of, attempt, attempts });
    }
  }
}
