import clsx from "clsx";
import { Check } from "lucide-react";
import { KeyBadge } from "./key-badge";

interface ChoiceButtonProps {
  isChosen: boolean;
  digit: string | null;
  hint?: string;
  onClick: () => void;
  children: string;
}

/** A label or option that is chosen by a click, or by the digit key on it. */
export function ChoiceButton({ isChosen, digit, hint, onClick, children }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={hint}
      aria-label={hint ? `${children}: ${hint}` : undefined}
      onClick={onClick}
      className={clsx(
        "inline-flex min-h-8 items-center gap-1.5 rounded-md border px-2.5 py-1 text-start text-sm font-medium",
        "hover:transition-colors max-sm:min-h-11 disabled:cursor-default disabled:opacity-50",
        isChosen
          ? "border-accent bg-accent text-on-accent"
          : "border-control/70 bg-surface text-ink hover:border-control hover:bg-hover",
      )}
    >
      {isChosen && <Check aria-hidden="true" className="size-3.5 shrink-0" />}
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {children}
      </span>
      {digit && <KeyBadge resting="outside-focus">{digit}</KeyBadge>}
    </button>
  );
}
