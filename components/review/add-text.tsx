"use client";

import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { AutosavedText } from "./autosaved-text";
import { useReadOnly, useReview, useReviewState } from "./context";
import { KeyBadge } from "./key-badge";
import { selectedQuotation } from "./quote-selection";
import { targetIn } from "./store";
import { addedTarget, addTarget, rubricTarget, unitAt } from "./targets";
import { WritingKeys } from "./writing-keys";

interface AddTextProps {
  target: { rubric: string } | { item: string; lines: true };
  /** "Add a question", "Add a line". */
  label: string;
  placeholder: string;
}

/** Button for a new item or line: becomes a text field, then a card once it has text. */
export function AddText({ target, label, placeholder }: AddTextProps) {
  const { write, begin, edit, finish, focus } = useReview();
  const readOnly = useReadOnly();
  const [as, setAs] = useState(() => crypto.randomUUID());
  const place = addTarget(target);
  // True when the shortcut for adding leads here.
  const isNext = useReviewState((state) => {
    if ("rubric" in target) return state.focused === rubricTarget(target.rubric);
    const focused = targetIn(state, state.focused);
    return focused !== null && unitAt(focused) === target.item;
  });
  const isEditing = useReviewState(({ editing }) => editing === place);
  if (readOnly) return null;

  function save(text: string) {
    if (text.trim() === "") return;
    write({ type: "add", target, as, text });
    setAs(crypto.randomUUID());
    // If the annotator left the field by clicking elsewhere, the focus is not pulled back.
    const isTyping = document.activeElement instanceof HTMLTextAreaElement;
    edit(isTyping ? addedTarget(as) : null);
    if (isTyping) focus(addedTarget(as));
  }

  if (!isEditing) {
    const item = "item" in target ? target.item : null;
    return <AddButton place={place} quotes={item} label={label} isNext={isNext} />;
  }
  return (
    <div className="rounded-md border border-s-3 border-add-line border-s-add bg-add-soft/50 p-2.5">
      <AutosavedText
        key={as}
        label={label}
        initial=""
        placeholder={placeholder}
        autoFocus
        onSave={save}
        onLeave={() => finish(null)}
        {...("rubric" in target && {
          onEnter: (text: string) => (text.trim() === "" ? finish(null) : begin(place)),
        })}
      />
      {"rubric" in target && <WritingKeys />}
    </div>
  );
}

interface AddButtonProps {
  place: string;
  /** The unit whose new lines may quote the response; null for a new item. */
  quotes: string | null;
  label: string;
  isNext: boolean;
}

function AddButton({ place, quotes, label, isNext }: AddButtonProps) {
  const { begin, quote } = useReview();
  // Pressing a button takes the selection away before it is a click.
  const selected = useRef<string | null>(null);
  return (
    <Button
      size="sm"
      variant="quiet"
      onPointerDown={() => {
        selected.current = selectedQuotation();
      }}
      onClick={({ detail }) => {
        const isPointer = detail > 0;
        const quotation = isPointer ? selected.current : selectedQuotation();
        if (quotes !== null && quotation !== null) quote(quotes, quotation);
        else begin(place);
      }}
      data-add={place}
      className="justify-self-start"
    >
      <Plus aria-hidden="true" />
      {label}
      <KeyBadge action="add" resting={!isNext} />
    </Button>
  );
}
