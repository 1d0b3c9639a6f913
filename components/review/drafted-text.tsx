import clsx from "clsx";
import { useMemo } from "react";
import { Trans } from "@/components/i18n/translations";
import type { Decided } from "@/lib/review/schema/document";
import { type Stretch, wordChanges } from "./word-changes";

/**
 * A drafted text after the decision on it: struck through when removed; both wordings with changed words
 * marked when revised.
 */
export function DraftedText({
  text,
  decided,
  strong = false,
}: {
  text: string;
  decided: Decided | null;
  strong?: boolean;
}) {
  const revision = decided?.action === "revise" && decided.text !== text ? decided.text : null;
  if (revision !== null) return <Revised draft={text} revision={revision} strong={strong} />;
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

function Revised({ draft, revision, strong }: { draft: string; revision: string; strong: boolean }) {
  const changes = useMemo(() => wordChanges(draft, revision), [draft, revision]);
  return (
    <div className="grid gap-0.5">
      <p dir="auto" className={clsx("wrap-anywhere whitespace-pre-wrap", strong && "font-medium")}>
        {changes ? <Stretches of={changes.revision} as="ins" /> : revision}
      </p>
      <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap text-muted">
        <span className="sr-only">
          <Trans id="decision.drafted-as" />{" "}
        </span>
        {changes ? <Stretches of={changes.draft} as="del" /> : <del>{draft}</del>}
      </p>
    </div>
  );
}

const LOOK = {
  ins: "rounded-sm bg-add-soft decoration-add underline-offset-2",
  del: "decoration-remove",
};

function Stretches({ of, as: Tag }: { of: readonly Stretch[]; as: "ins" | "del" }) {
  return of.map(({ text, isCommon }, index) =>
    isCommon ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be new in several places
      <Tag key={index} className={LOOK[Tag]}>
        {text}
      </Tag>
    ),
  );
}
