import { groupsOf } from "@/lib/report/rules/annotator-groups";
import { pairingsOf } from "@/lib/report/rules/pairwise-correlations";
import { PUBLISHED_GROUPS } from "@/lib/report/rules/papers/coeval/published";
import { byFamily, namedReport, tableFromReport } from "@/lib/report/rules/papers/from-report";
import { tableOf } from "@/lib/report/rules/tables/build";
import {
  coefficient,
  countColumn,
  exposureColumns,
  scopeColumns,
  textColumn,
} from "@/lib/report/rules/tables/columns";
import { pairingsTable as reportPairings } from "@/lib/report/rules/tables/human-vs-llm";
import { raterPairsTable } from "@/lib/report/rules/tables/raters";
import type { PaperTable } from "@/lib/report/schema/paper-table";

/** A model beside people, people who saw its drafts, and people alone. */
export const pairingsTable = tableFromReport(
  {
    ...{ id: "T10", name: "coeval-t10", title: "CoEval, Table 10: mean correlation of pairs of raters" },
    needs: "scores by several people who saw no draft, and by a model",
    lacking:
      "scores of the same responses by two people at least who saw no draft, or by such a person and a model or people who saw its draft",
  },
  ({ pairings }) => pairings.filter(({ pairs }) => pairs > 0),
  ({ report, labels }, rows) => reportPairings(report, labels, rows),
  byFamily(({ scopes, chosen, options }) =>
    scopes.flatMap((scope) => pairingsOf(scope, chosen.machines, options)).filter(({ pairs }) => pairs > 0),
  ),
);

/** Every rater against every other. */
export const annotatorMatrixTable = tableFromReport(
  {
    ...{ id: "F5", name: "coeval-f5", title: "CoEval, Figures 5 to 7: α of every two raters" },
    also: ["F6", "F7"],
    needs: "values of the same units by two raters at least",
    lacking: "values of the same units by two raters at least",
  },
  ({ raters }) => raters.pairs.filter(({ value }) => value !== null),
  ({ report, labels }, rows) => raterPairsTable(report, labels, rows),
);

/** The α above which the paper takes raters for a group. */
const THRESHOLD = 0.8;

/** Groups of people every two of whom agree above the threshold. */
export const annotatorGroupsTable: PaperTable = {
  id: "groups",
  title: "Groups of annotators who agree with each other",
  needs: "values of the same units by two people at least",
  of: (source) => {
    const { report, labels } = namedReport(source);
    const groups = groupsOf(report.raters.pairs, THRESHOLD);
    if (groups.length === 0) return { missing: ["values of the same units by two people at least"] };
    type Row = (typeof groups)[number];
    return tableOf(report, groups, {
      name: "coeval-groups",
      title: `CoEval, section 5.3: groups of annotators with α above ${THRESHOLD}`,
      description: "People of whom every two agree above the threshold; a person in no group is alone",
      columns: [
        ...scopeColumns<Row>(labels, ({ scope }) => scope, { id: "scope", header: "Of" }),
        ...exposureColumns<Row>(),
        textColumn<Row>("level", "Level", "The level of measurement of α", ({ level }) => level),
        textColumn<Row>("raters", "Group", "The people in it", ({ raters }) => raters.join(", ")),
        countColumn<Row>("people", "People", "people", "How many they are", ({ raters }) => raters.length),
        coefficient<Row>("lowest", "Lowest α", "Of any two of the group", ({ lowest }) => [lowest, null]),
      ],
      notes: [
        "Groups grow from the two raters who agree most, by complete linkage: no rater joins who agrees less with any member.",
        ...(source.published ? [PUBLISHED_GROUPS] : []),
      ],
      kinds: ["human"],
      intervals: false,
    });
  },
};
