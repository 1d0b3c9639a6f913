"use client";

import { Say } from "@/components/language/speech";
import type { Compared } from "@/lib/quality/schema";
import { useSaid } from "./said";

/** How one value compares with what was expected, and why that was. */
export function ComparedItem({ compared }: { compared: Compared }) {
  const { about, item, question, given, gold, explanation, right } = compared;
  const { said, named } = useSaid();
  // A score may be right and another one; a preference is right whose side is, and labels in any order.
  const isSame = about === "value" ? given === gold : right;
  return (
    <li dir="auto" className="wrap-anywhere">
      {question !== null && item !== null && <bdi className="text-muted">{question} </bdi>}
      <Say
        id={isSame ? "after.expected" : "after.other"}
        values={{
          item: item ?? question ?? named(about, null),
          given: <b>{said(about, given)}</b>,
          gold: <b>{said(about, gold)}</b>,
        }}
      />{" "}
      <bdi>{explanation}</bdi>
    </li>
  );
}
