import { checklists } from "@/lib/report/rules/papers/checklists";
import { coeval } from "@/lib/report/rules/papers/coeval";
import { llmbar } from "@/lib/report/rules/papers/llmbar";
import { raterModels } from "@/lib/report/rules/papers/rater-models";
import { salc } from "@/lib/report/rules/papers/salc";
import { stick } from "@/lib/report/rules/papers/stick";
import { tick } from "@/lib/report/rules/papers/tick";
import type { MissingRecords, Paper, PaperTable } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";

/**
 * The papers whose tables can be computed from a study. A paper is a list of tables as data; each is a function of the
 * study, in a file of its own.
 */
export const PAPERS: readonly Paper[] = [llmbar, tick, stick, checklists, salc, coeval, raterModels];

export function paperById(id: string): Paper | undefined {
  return PAPERS.find((paper) => paper.id === id);
}

/** The tables that a paper has under a number: the one that is named by it, or all that stand for it. */
export function tablesByNumber({ tables }: Paper, number: string): readonly PaperTable[] {
  const wanted = withoutDots(number);
  const named = tables.find(({ id }) => withoutDots(id) === wanted);
  return named ? [named] : tables.filter(({ also }) => also?.some((one) => withoutDots(one) === wanted));
}

/** As a number is compared: "a.3" is "A3". */
const withoutDots = (number: string) => number.replaceAll(".", "").toUpperCase();

export function isMissing(result: Table | MissingRecords): result is MissingRecords {
  return "missing" in result;
}
