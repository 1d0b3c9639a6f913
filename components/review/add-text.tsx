"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { AutosavedText } from "./autosaved-text";
import { useReadOnly, useReview, useReviewState } from "./context";
import { KeyBadge } from "./key-badge";
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
    return <AddButton place={place} label={label} isNext={isNext} />;
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

function AddButton({ place, label, isNext }: { place: string; label: string; isNext: boolean }) {
  const { begin } = useReview();
  return (
    <Button
      size="sm"
      variant="quiet"
      onClick={() => begin(place)}
      data-add={place}
      className="justify-self-start"
    >
      <Plus aria-hidden="true" />
      {label}
      <KeyBadge action="add" resting={!isNext} />
    </Button>
  );
}
