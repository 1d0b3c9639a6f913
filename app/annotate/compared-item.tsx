"use client";

import { Check, X } from "lucide-react";
import { Trans } from "@/components/i18n/translations";
import type { Compared } from "@/lib/quality/schema";
import { useAnswerWording } from "./answer-wording";

/** One value compared with the expected one, with the reason. */
export function ComparedItem({ compared }: { compared: Compared }) {
  const { about, item, question, given, gold, explanation, right } = compared;
  const { answerText, named } = useAnswerWording();
  // A score may be right without being equal; a preference is right if its side is, and labels in any order.
  const isSame = about === "value" ? given === gold : right;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 wrap-anywhere">
      {right ? (
        <Check aria-hidden="true" className="mt-0.5 size-4 text-positive" />
      ) : (
        <X aria-hidden="true" className="mt-0.5 size-4 text-danger" />
      )}
      <div>
        <p dir="auto" className="text-muted">
          {question !== null && item !== null && <bdi>{question} </bdi>}
          {item ?? question ?? named(about, null)}
        </p>
        <p dir="auto">
          <Trans
            id={isSame ? "after.expected" : "after.other"}
            values={{ given: <b>{answerText(about, given)}</b>, gold: <b>{answerText(about, gold)}</b> }}
          />{" "}
          <bdi>{explanation}</bdi>
        </p>
      </div>
    </li>
  );
}
