import clsx from "clsx";
import { Say } from "@/components/language/speech";
import type { Decided } from "@/lib/review/schema";

/** A drafted text as it stands after the decision on it: struck through when removed, both wordings when revised. */
export function DraftedText({
  text,
  decided,
  strong = false,
}: {
  text: string;
  decided: Decided | null;
  strong?: boolean;
}) {
  if (decided?.action === "revise" && decided.text) {
    return (
      <div className="grid gap-0.5">
        <p dir="auto" className={clsx("wrap-anywhere whitespace-pre-wrap", strong && "font-medium")}>
          {decided.text}
        </p>
        <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap text-muted">
          <span className="sr-only">
            <Say id="decision.drafted-as" />{" "}
          </span>
          <del>{text}</del>
        </p>
      </div>
    );
  }
  const removed = decided?.action === "remove";
  return (
    <p
      dir="auto"
      className={clsx("wrap-anywhere whitespace-pre-wrap", strong && "font-medium", removed && "text-muted")}
    >
      {removed ? <del>{text}</del> : text}
    </p>
  );
}
