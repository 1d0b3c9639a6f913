import { endsOf } from "@/lib/report/rules/interval-ends";
import { coefficient, intervalOf, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import type { Ends, ReportReason } from "@/lib/report/schema/values";
import { checklistTable, type JudgeRow, judgeColumns, judgesWith, partsInWords } from "./build";
import { conditionName, conditionsOf, differenceFromNone, instancesOf, statisticNote } from "./conditions";
import { PUBLISHED_SIGNIFICANT } from "./published";
import { type Kind, policyName } from "./verdicts";

interface Row extends JudgeRow {
  policy: string;
  compared: string;
  value: number | null;
  reason: ReportReason | null;
  ends: Ends | null;
  dropped: number;
}

const PARTS = ["known", "none", "checklist"] as const;
const REPLICATES = 1000;
const NAMES = { pairwise: "A3-pairwise", direct: "A3-direct" } as const;
const WORDS = { pairwise: "accuracy of preferences", direct: "ordinal α of ratings" } as const;

/** True if 0 is outside of the interval. */
const isSignificant = ({ ends }: Row) => ends !== null && (ends[0] > 0 || ends[1] < 0);
const yesOrNo = (is: boolean) => (is ? "yes" : "no");

/** Each condition against none, with a paired bootstrap: appendix A.3. */
export const differenceTable = (kind: Kind): PaperTable => ({
  id: NAMES[kind],
  also: ["A3"],
  title: `Differences from no checklist in ${WORDS[kind]}, with paired bootstrap intervals`,
  needs: partsInWords(kind, PARTS),
  of: (source) => {
    const found = judgesWith(source, kind, PARTS);
    if ("missing" in found) return found;
    const { seed, compat } = source.options;
    const rows = found.judges.flatMap((judge) =>
      [...instancesOf(judge, found.data.known[kind])].flatMap(([policy, instances]) =>
        instances.length === 0
          ? []
          : conditionsOf(kind)
              .slice(1)
              .map((condition): Row => {
                const { value, reason, interval } = differenceFromNone(kind, instances, condition, {
                  ...{ replicates: REPLICATES, seed, compat },
                });
                return {
                  ...{ model: judge.model, condition: judge.condition, policy: policyName(policy) },
                  ...{ compared: `${conditionName(condition)} – None`, value, reason },
                  ...{ ends: endsOf(interval), dropped: interval?.dropped ?? 0 },
                };
              }),
      ),
    );
    if (rows.length === 0)
      return {
        missing: ["pairs or responses that one model judged under every policy, and that people judged"],
      };
    const always = rows.filter(({ compared }) => compared.startsWith("All"));
    const significant = always.filter(isSignificant);
    const better = significant.filter(({ value }) => (value ?? 0) > 0);
    const dropped = rows.reduce((sum, row) => sum + row.dropped, 0);
    return checklistTable(source, rows, {
      name: `checklists-${NAMES[kind].toLowerCase()}`,
      title: `Checklist study, Appendix A.3: differences in ${WORDS[kind]}`,
      description: "A condition minus none, on the same drawn tasks",
      columns: [
        ...judgeColumns(rows),
        textColumn<Row>("policy", "Checklists", "The policy that wrote the checklists", (row) => row.policy),
        textColumn<Row>("compared", "Compared", "The two conditions", ({ compared }) => compared),
        coefficient<Row>("difference", "Difference", "The first minus the second", ({ value, reason }) => [
          value,
          reason,
        ]),
        intervalOf<Row>("difference", ({ ends }) => ends),
        textColumn<Row>("significant", "Significant", "0 is outside of the interval", (row) =>
          row.ends === null ? null : yesOrNo(isSignificant(row)),
        ),
        textColumn<Row>("positive", "Positive", "The difference is above 0", ({ value }) =>
          value === null ? null : yesOrNo(value > 0),
        ),
      ],
      notes: [
        `Always against never: ${significant.length} of ${always.length} are significant, ${better.length} of them for the checklist.`,
        `${REPLICATES} paired resamples of tasks, seed ${seed}${dropped === 0 ? "" : `; ${dropped} resamples without variation were left out`}. Nothing is corrected for multiple comparisons, as in the paper.`,
        statisticNote(kind, source.options),
        ...(source.published ? [PUBLISHED_SIGNIFICANT[kind]] : []),
      ],
    });
  },
});
