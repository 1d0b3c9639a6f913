"use client";

import { Say, useSay } from "@/components/language/speech";
import { useReviewWords } from "@/components/review/words";
import type { Value } from "@/lib/dataset/schema";
import type { Compared } from "@/lib/quality/schema";

/** How one value compares with what was expected, and why that was. */
export function ComparedItem({ compared: { item, given, gold, explanation } }: { compared: Compared }) {
  const say = useSay();
  const { value } = useReviewWords();
  const inWords = (one: Value | null) => (one === null ? say("after.no-value") : value(one));
  return (
    <li dir="auto" className="wrap-anywhere">
      <Say
        id={given === gold ? "after.expected" : "after.other"}
        values={{
          item: item ?? say("step.score"),
          given: <b>{inWords(given)}</b>,
          gold: <b>{inWords(gold)}</b>,
        }}
      />{" "}
      <bdi>{explanation}</bdi>
    </li>
  );
}
