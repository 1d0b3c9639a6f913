import { isQualityControl } from "@/lib/dataset/rules/reported-records";
import type { DraftRecord, JudgementRecord, StudyRecord } from "@/lib/dataset/schema";
import type { RevisedEvaluation } from "@/lib/drafting/schema";

/** A person's decision on a line: of the draft by its index, of a draft that was not stored by its text, or an addition. */
interface LineDecided {
  line: number | null;
  draftText: string | null;
  action: string;
  text: string | null;
}

interface Evaluated {
  drafted: readonly string[];
  /** Index of the drafted line that states the score. */
  scoreLine: number | null;
  decided: readonly LineDecided[];
}

const STATES_SCORE = /^\W*(?:score|rating)\b/i;

/** The lines of an evaluation after a person's decisions, without the one that states the score, and then their own. */
export function linesLeft({ drafted, scoreLine, decided }: Evaluated): string[] {
  const left = (text: string, { action, text: words }: Pick<LineDecided, "action" | "text">) =>
    action === "remove" ? [] : [(action === "revise" && words) || text];
  const stored = drafted.flatMap((text, at) => {
    if (at === scoreLine) return [];
    const decision = decided.find(({ line }) => line === at);
    return decision ? left(text, decision) : [text];
  });
  const shown = decided.flatMap((decision) =>
    decision.line === null && decision.draftText !== null && !STATES_SCORE.test(decision.draftText)
      ? left(decision.draftText, decision)
      : [],
  );
  const own = decided.flatMap(({ action, text }) => (action === "add" && text ? [text] : []));
  return [...stored, ...shown, ...own];
}

/**
 * Evaluations of responses by criterion as people left them in a study file, by response: of several people's the
 * adjudicator's, otherwise the one submitted first.
 */
export function revisedInStudy(records: readonly StudyRecord[]): Map<string, RevisedEvaluation[]> {
  const drafts = new Map<string, DraftRecord>();
  const judged: JudgementRecord[] = [];
  for (const record of records) {
    if (record.type === "draft") drafts.set(record.id, record);
    if (record.type === "judgement" && isEvaluation(record)) judged.push(record);
  }
  const rank = (one: JudgementRecord) =>
    `${one.raterKind === "adjudicator" ? 0 : 1}${one.submittedAt ?? "~"}`;
  const found = new Map<string, RevisedEvaluation[]>();
  for (const { response = "", item, value, draft: id, lines = [] } of judged.toSorted((a, b) =>
    rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b)),
  )) {
    const own = found.get(response) ?? [];
    if (own.some((one) => one.item === item)) continue;
    const draft = drafts.get(id ?? "");
    const decided = lines.map(({ draft: line = null, draftText = null, action, text = null }) => ({
      ...{ line, draftText, action, text },
    }));
    const left = linesLeft({ drafted: draft?.lines ?? [], scoreLine: draft?.scoreLine ?? null, decided });
    found.set(response, [...own, { item, score: value as number, lines: left }]);
  }
  return found;
}

const isEvaluation = (record: JudgementRecord) =>
  (record.raterKind === "human" || record.raterKind === "adjudicator") &&
  record.response !== undefined &&
  typeof record.value === "number" &&
  !isQualityControl(record);
