import { Minus, Plus } from "lucide-react";
import { Trans } from "@/components/i18n/translations";
import { changesBetween } from "./changes";

interface ChangesProps {
  before: string;
  after: string;
  /** Accessible name of the region: what has changed. */
  label: string;
}

/** Line diff of two texts, as source: removed lines struck through, added ones marked. */
export function Changes({ before, after, label }: ChangesProps) {
  return (
    <section aria-label={label} className="grid overflow-hidden rounded-md border bg-surface text-sm">
      {changesBetween(before, after).map(({ kind, lines }, index) => {
        const text = lines.join("\n");
        const key = index;
        if (kind === "same") {
          return (
            <p key={key} dir="auto" className="px-3 py-1 wrap-anywhere whitespace-pre-wrap text-muted">
              {text}
            </p>
          );
        }
        const Tag = kind === "added" ? "ins" : "del";
        const Sign = kind === "added" ? Plus : Minus;
        return (
          <p
            key={key}
            className={
              kind === "added" ? "flex gap-2 bg-add-soft px-3 py-1" : "flex gap-2 bg-remove-soft px-3 py-1"
            }
          >
            <Sign aria-hidden="true" className="mt-1 size-3.5 shrink-0" />
            <Tag dir="auto" className={kind === "added" ? `${WORDS} no-underline` : `${WORDS} line-through`}>
              <span className="sr-only">
                <Trans id={kind === "added" ? "prose.added" : "prose.removed"} />{" "}
              </span>
              {text}
            </Tag>
          </p>
        );
      })}
    </section>
  );
}

const WORDS = "min-w-0 wrap-anywhere whitespace-pre-wrap";
