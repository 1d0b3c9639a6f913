import type { Say } from "@/lib/i18n/rules";
import type { Whereabouts } from "@/lib/quality/rules/qualification";

/** Which of training and exam comes next: "Exam 1 of 8". */
export function stageWords(where: Exclude<Whereabouts, { at: "work" }>, say: Say): string {
  switch (where.at) {
    case "failed":
      return say("stage.failed");
    case "training":
      return say("stage.training", { n: where.n, of: where.of });
    case "exam": {
      const { n, of, attempt, attempts } = where;
      return attempts === 1
        ? say("stage.exam", { n, of })
        : say("stage.exam.attempt", { n, of, attempt, attempts });
    }
  }
}
