import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import {
  changeByChecklist,
  changeWithoutItem,
  isStable,
  isStrong,
  type Sign,
  signOfChecklist,
  signOfItem,
  THETA,
  withoutRoundingError,
} from "./ablation";
import type { JudgeRow } from "./build";
import { checklistOf } from "./lists";
import { type ChecklistData, type Judge, type Kind, policyName, scoreOf, type Verdict } from "./verdicts";

/** An item that was left out: how the verdict moved. */
interface AblatedItem {
  /** The item's key in the study; null if its rubric is not there. */
  key: string | null;
  text: string;
  change: number;
  /** False where its samples disagree, so that the change may be chance. */
  isStable: boolean;
  sign: Sign;
}

/** A checklist that judged one pair or response, with and without each of its items. */
export interface AblatedChecklist extends JudgeRow {
  kind: Kind;
  policy: string;
  task: string;
  subject: string;
  /** People's score, and the judge's without the checklist and with it. */
  people: number;
  without: number;
  whole: number;
  change: number;
  sign: Sign;
  items: AblatedItem[];
}

/** The checklists of ablation runs that can be compared with people and with judging without a checklist. */
export function ablatedChecklists(data: ChecklistData, judges: readonly Judge[]): AblatedChecklist[] {
  return judges.flatMap((judge) =>
    [...judge.ablation].flatMap(([policy, verdicts]) =>
      [...verdicts].flatMap(([subject, verdict]): AblatedChecklist[] => {
        const people = data.known[judge.kind].get(subject)?.score;
        const without = scoreOf(judge.none.get(subject)?.votes ?? []);
        const whole = scoreOf(verdict.votes);
        if (people === undefined || without === null || whole === null) return [];
        const change = changeByChecklist(people, without, whole);
        const sign = signOfChecklist(change, THETA[judge.kind]);
        const { kind, model, condition } = judge;
        return [
          {
            ...{ kind, model, condition, policy: policyName(policy), task: verdict.task, subject },
            ...{ people, without, whole, change, sign },
            items: itemsOf(verdict, { people, whole, sign }, checklistOf(data.lists, policy, verdict) ?? []),
          },
        ];
      }),
    ),
  );
}

function itemsOf(
  { ablations }: Verdict,
  { people, whole, sign }: Pick<AblatedChecklist, "people" | "whole" | "sign">,
  listed: readonly { key: string; id: string; text: string }[],
): AblatedItem[] {
  return ablations.flatMap(({ item, votes }): AblatedItem[] => {
    const score = scoreOf(votes);
    if (score === null) return [];
    const known = listed.find(({ id }) => id === item);
    const change = changeWithoutItem(people, whole, score);
    return [
      {
        ...{ key: known?.key ?? null, text: known?.text ?? item, change },
        ...{ isStable: isStable(votes), sign: signOfItem(change, sign) },
      },
    ];
  });
}

/** An item by its text in checklists of one sign: identical items are averaged. */
export interface SignedItem extends JudgeRow {
  kind: Kind;
  policy: string;
  text: string;
  tasks: readonly string[];
  keys: readonly string[];
  checklist: Sign;
  /** The mean over its occurrences. */
  change: number;
  times: number;
  isStable: boolean;
  sign: Sign;
  isStrong: boolean;
}

export function signedItems(checklists: readonly AblatedChecklist[]): SignedItem[] {
  const groups = new Map<string, { of: AblatedChecklist; items: (AblatedItem & { task: string })[] }>();
  for (const checklist of checklists)
    for (const item of checklist.items) {
      const { kind, model, condition, policy, sign, task } = checklist;
      const key = JSON.stringify([kind, model, condition, policy, sign, item.text]);
      const own = groups.get(key) ?? { of: checklist, items: [] };
      groups.set(key, own);
      own.items.push({ ...item, task });
    }
  return [...groups.values()].map(({ of, items }) => {
    const change = withoutRoundingError(arithmeticMean(items.map((item) => item.change)));
    const sign = signOfItem(change, of.sign);
    const { kind, model, condition, policy } = of;
    return {
      ...{ kind, model, condition, policy, text: items[0]?.text ?? "", checklist: of.sign, change, sign },
      tasks: [...new Set(items.map(({ task }) => task))],
      keys: [...new Set(items.flatMap(({ key }) => key ?? []))],
      times: items.length,
      isStable: items.every((item) => item.isStable),
      isStrong: sign !== "neutral" && isStrong(change),
    };
  });
}
