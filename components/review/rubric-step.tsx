"use client";

import { Badge } from "@/components/ui/badge";
import { addedItems, itemState } from "@/lib/review/rules/read";
import type { RubricFrame, StepFrame } from "@/lib/review/schema";
import { AddText } from "./add-text";
import { useReview } from "./context";
import { DraftLabel } from "./draft-label";
import { DraftedThing } from "./drafted-thing";
import { OwnText } from "./own-text";
import { itemTarget } from "./targets";

type RubricStepFrame = Extract<StepFrame, { type: "rubric" }>;

/** The items of a checklist or criteria list, each to be accepted, revised or removed; and one's own. */
export function RubricStep({ step }: { step: RubricStepFrame }) {
  return (
    <div className="grid gap-5">
      {step.rubrics.map((rubric) => (
        <Rubric key={rubric.key} rubric={rubric} kind={step.kind} />
      ))}
    </div>
  );
}

function Rubric({ rubric, kind }: { rubric: RubricFrame; kind: RubricStepFrame["kind"] }) {
  const { document } = useReview();
  const word = kind === "checklist" ? "question" : "criterion";
  const own = addedItems(document, rubric.key);
  const drafted = rubric.items.length > 0;
  return (
    <div className="grid gap-2.5">
      {drafted && (
        <div className="flex items-center justify-between gap-2">
          <DraftLabel by={rubric.by} />
        </div>
      )}
      {rubric.items.map((item, index) => (
        <DraftedThing
          key={item.key}
          id={itemTarget(item.key)}
          target={{ item: item.key }}
          label={`${capital(word)} ${index + 1}`}
          text={item.text}
          decided={itemState(document, item.key).decision}
          lead={<span className="w-5 shrink-0 text-end text-muted tabular-nums">{index + 1}</span>}
          foot={
            (item.name || item.category) && (
              <p className="flex flex-wrap gap-1.5 ps-7">
                {item.name && <span className="text-sm text-muted">{item.name}</span>}
                {item.category && <Badge>{item.category}</Badge>}
              </p>
            )
          }
        />
      ))}
      {own.map(({ id, text }, index) => (
        <OwnText
          key={id}
          as={id}
          target={{ rubric: rubric.key }}
          label={`Your ${word} ${index + 1}`}
          text={text}
        />
      ))}
      <AddText
        target={{ rubric: rubric.key }}
        label={drafted ? `Add a ${word}` : `Write a ${word}`}
        placeholder={
          kind === "checklist"
            ? "A question answered yes when the requirement is met"
            : "What to look at, as one sentence"
        }
      />
    </div>
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
