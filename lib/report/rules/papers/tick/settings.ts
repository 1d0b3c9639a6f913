import { conditionNumber, conditionParam } from "@/lib/drafting/rules/run-condition";
import { namedReport, shownEnds } from "@/lib/report/rules/papers/from-report";
import { onlyCondition } from "@/lib/report/rules/papers/only-condition";
import { andInterval } from "@/lib/report/rules/papers/task-intervals";
import { isAboutAll } from "@/lib/report/rules/papers/tick/answers";
import { tableOf } from "@/lib/report/rules/tables/build";
import {
  conditionColumn,
  countColumn,
  exposureColumns,
  share,
  textColumn,
} from "@/lib/report/rules/tables/columns";
import type { AccuracyRow } from "@/lib/report/schema/human-vs-llm";
import type { PaperTable } from "@/lib/report/schema/paper-table";

/** A setting of the judge: how it was asked, and the calls that a question took. */
interface Setting {
  name: string;
  /** Null where the drafts do not say it. */
  calls: number | null;
}

interface SettingRow extends AccuracyRow, Setting {}

/** The setting that a condition names: "v1, cot=true, k=5". */
function settingOf(condition: string | null): Setting {
  const calls = conditionNumber(condition, "k");
  if (calls === undefined) return { name: condition ?? "not known", calls: null };
  const first = conditionParam(condition, "cot") === "false" ? "No reasoning" : "Reasoning first";
  return { name: calls === 1 ? first : `${first}, majority of ${calls}`, calls };
}

/** True of a run that asked the model only what the rules did not prove: its other drafts have no value. */
const isHybrid = (condition: string | null): boolean => conditionParam(condition, "hybrid") === "true";

/** True if two rows differ in a part of their condition that the setting does not name. */
const isLike = (one: SettingRow, row: SettingRow) =>
  one !== row &&
  one.llm === row.llm &&
  one.method === row.method &&
  one.exposure === row.exposure &&
  one.name === row.name;

/** Accuracy of answers by the setting of the judge, with what a question costs. */
export const settingsTable: PaperTable = {
  id: "F2",
  title: "Accuracy of answers and calls per question by setting",
  needs:
    "runs of tick.evaluate with several settings (reasoning, samples), and answers by people to the same questions",
  drawing: { mark: "dots", axis: "Accuracy", values: (id) => id === "strict", n: "n" },
  of: (source) => {
    const { report } = namedReport(source);
    const rows = report.accuracy
      .filter((row) => isAboutAll(row) && row.method?.startsWith("tick.evaluate"))
      .flatMap((row): SettingRow[] => {
        const { llm: name, method } = row;
        const condition = row.condition ?? onlyCondition(source.study, { name, method });
        return isHybrid(condition) ? [] : [{ ...row, ...settingOf(condition) }];
      });
    if (rows.length === 0)
      return { missing: ["answers to the same yes/no questions by a run of tick.evaluate and by people"] };
    return tableOf(report, rows, {
      name: "tick-f2",
      title: "TICK, Figure 2: accuracy by setting",
      description: "How often a judge answers as the majority of people does, and what an answer takes",
      columns: [
        textColumn<SettingRow>("judge", "Judge", "The model that answered", ({ llm }) => llm),
        textColumn<SettingRow>("method", "Method", "The method it answered by", ({ method }) => method),
        textColumn<SettingRow>("setting", "Setting", "How it was asked", ({ name }) => name),
        conditionColumn<SettingRow>((row) => (rows.some((one) => isLike(one, row)) ? row.condition : null)),
        ...exposureColumns<SettingRow>(),
        ...andInterval(
          share<SettingRow>("strict", "Accuracy", "questions", "No answer counts as wrong", (row) => [
            row.strict,
            row.strictReason,
          ]),
          ({ strictCi }) => shownEnds(source, strictCi),
        ),
        countColumn<SettingRow>(
          "calls",
          "Calls",
          "calls",
          "Calls that an answer to one question takes",
          (row) => row.calls,
        ),
        countColumn<SettingRow>(
          "undecided",
          "No answer",
          "questions",
          "Answers that could not be read, and samples that were evenly divided",
          ({ undecided }) => undecided,
        ),
        countColumn<SettingRow>(
          "n",
          "Questions",
          "questions",
          "Questions that people answered too",
          ({ n }) => n,
        ),
      ],
      notes: ["A run in hybrid mode has no row: what the rules proved was not asked of the model."],
      kinds: ["human", "llm"],
      intervals: true,
    });
  },
};
