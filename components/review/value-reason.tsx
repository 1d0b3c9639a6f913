"use client";

import { overrulesValue, reasonsForValue } from "@/lib/review/rules/reasons";
import { useItem, useReadOnly, useReviewState } from "./context";
import { ReasonPicker } from "./reason-picker";

interface ValueReasonProps {
  /** The unit: an item's key, `overall`, `preference`, or the key of what is labelled. */
  item: string;
  /** Target id of its value. */
  target: string;
  /** Display name of the value. */
  about: string;
}

/** Asks for the reason why a value differs from the draft, unless a decision on a line gives one. */
export function ValueReason({ item, target, about }: ValueReasonProps) {
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
        operationFor={(reason) => ({ type: "why", item, reason })}
      />
    </div>
  );
}
