import { onlyTarget, type Target, withoutRepeats, withoutTarget } from "@/lib/report/rules/only-target";
import { Labels } from "@/lib/report/rules/scope-labels";
import type { ItemName, Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { againstGoldTable, againstMajorityTable } from "./against-gold";
import { agreementTable, armsTable, decisionAgreementTable, positionsTable } from "./agreement";
import {
  changesTable,
  contrastsTable,
  onDraftTable,
  plantedTable,
  readingTable,
  stancesTable,
} from "./anchoring";
import { annotatorsTable } from "./annotators";
import { answerAgreementTable, answerNumbersTable, answersTable, answerTextsTable } from "./answers";
import { checklistsTable } from "./checklists";
import { confusionTable } from "./confusion";
import {
  decisionsByItemTable,
  decisionsTable,
  editedTable,
  groupsTable,
  lengthsTable,
  reasonsTable,
  survivalTable,
  wordsTable,
} from "./decisions";
import { explanationsTable } from "./explanations";
import {
  accuracyTable,
  alternativeTable,
  distributionsTable,
  humanVsLlmTable,
  pairingsTable,
  preferencesTable,
} from "./human-vs-llm";
import { judgeCalibrationTable, judgeCardsTable, judgeTagsTable } from "./judge-cards";
import { labelSharesTable, labelsTable, overlapTable } from "./labellings";
import { modelDifferencesTable, modelEstimatesTable, rankingTable, winRatesTable } from "./model-estimates";
import { positionWorkTable, sidesTable } from "./positions";
import { raterPairsTable, ratersTable } from "./raters";

/** Every table under its name in files and on the command line, in the order of the dashboards. */
const TABLES = {
  agreement: agreementTable,
  "agreement-by-arm": armsTable,
  "agreement-by-position": positionsTable,
  "work-by-position": (report) => positionWorkTable(report),
  sides: (report) => sidesTable(report),
  "rater-pairs": raterPairsTable,
  raters: ratersTable,
  "human-vs-llm": humanVsLlmTable,
  confusion: confusionTable,
  "question-accuracy": accuracyTable,
  "against-gold": (report) => againstGoldTable(report),
  "against-majority": (report) => againstMajorityTable(report),
  "judge-cards": judgeCardsTable,
  "judge-calibration": judgeCalibrationTable,
  "judge-tags": judgeTagsTable,
  "model-estimates": (report, labels) => modelEstimatesTable(report, labels),
  "model-differences": (report, labels) => modelDifferencesTable(report, labels),
  "model-ranking": (report) => rankingTable(report),
  "win-rates": (report) => winRatesTable(report),
  "preference-distance": (report) => preferencesTable(report),
  "mean-correlations": pairingsTable,
  distributions: distributionsTable,
  "alternative-annotator": alternativeTable,
  decisions: (report) => decisionsTable(report),
  explanations: explanationsTable,
  "decisions-by-group": groupsTable,
  "decisions-by-item": decisionsByItemTable,
  "most-edited": editedTable,
  "decision-agreement": (report) => decisionAgreementTable(report),
  reasons: (report) => reasonsTable(report),
  "item-survival": survivalTable,
  "rubric-lengths": (report) => lengthsTable(report),
  "instruction-words": (report) => wordsTable(report),
  contrasts: contrastsTable,
  "agreement-on-draft": onDraftTable,
  changes: changesTable,
  stances: stancesTable,
  "unread-acceptance": readingTable,
  "planted-errors": (report) => plantedTable(report),
  annotators: (report) => annotatorsTable(report),
  checklists: (report) => checklistsTable(report),
  "label-agreement": (report) => labelsTable(report),
  "label-shares": (report) => labelSharesTable(report),
  overlap: (report) => overlapTable(report),
  answers: (report) => answersTable(report),
  "answer-numbers": (report) => answerNumbersTable(report),
  "answer-texts": (report) => answerTextsTable(report),
  "answer-agreement": (report) => answerAgreementTable(report),
} satisfies Record<string, (report: Report, labels: Labels) => Table>;

/** The names of a report's tables. */
export const TABLE_NAMES = Object.keys(TABLES) as readonly (keyof typeof TABLES)[];

/** Every table of a report, in the order of the dashboards. */
export function tablesOf(report: Report, items: readonly ItemName[]): Table[] {
  const labels = new Labels(items, onlyTarget(report.reliability));
  const once = withoutRepeats(report);
  return Object.values(TABLES).map((table) => table(once, labels));
}

/** A part of a report that a table is made from, and that is not there. */
class MissingPart extends Error {
  constructor(readonly part: keyof Report) {
    super(part);
  }
}

/** The data of a table besides the parts of the report. */
interface TableContext {
  items: readonly ItemName[];
  /** The only thing the study was judged on, if that is no item. */
  onlyTarget: Target | null;
}

/** One table of a report of which only some parts are computed, or the first part that the table still needs. */
export function tableFrom(
  name: keyof typeof TABLES,
  parts: Partial<Report>,
  { items, onlyTarget }: TableContext,
): Table | { missing: keyof Report } {
  const report = new Proxy(withoutTarget(parts, onlyTarget), {
    get(known, part) {
      if (typeof part === "string" && !(part in known)) throw new MissingPart(part as keyof Report);
      return Reflect.get(known, part);
    },
  });
  try {
    return TABLES[name](report as Report, new Labels(items, onlyTarget));
  } catch (error) {
    if (error instanceof MissingPart) return { missing: error.part };
    throw error;
  }
}
