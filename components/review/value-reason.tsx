"use client";

import { overrulesValue, reasonsForValue } from "@/lib/review/rules/reasons";
import { useItem, useReadOnly, useReview, useReviewState } from "./context";
import { ReasonPicker } from "./reason-picker";

interface ValueReasonProps {
  /** The unit: an item's key, `overall`, `preference`, or the key of what is labelled. */
  item: string;
  /** The target of its value. */
  target: string;
  /** What the value is called. */
  about: string;
}

/** Why a value is not the drafted one, while it is another and no decision on a line says so. */
export function ValueReason({ item, target, about }: ValueReasonProps) {
  const { perform } = useReview();
  const readOnly = useReadOnly();
  const policy = useReviewState(({ frame }) => reasonsForValue(frame, item));
  const overrules = useReviewState(({ frame, document }) => overrulesValue(frame, document, item));
  const { why } = useItem(item);
  if (policy === "off" || !overrules || (readOnly && why === null)) return null;
  return (
    <div className="pt-2">
      <ReasonPicker
        about={about}
        target={target}
        value={why}
        required={policy === "required"}
        disabled={readOnly}
        onChange={(reason) => perform({ type: "why", item, reason: reason ?? null })}
      />
    </div>
  );
}
