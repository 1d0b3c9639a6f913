"use client";

import { Trans, useTranslations } from "@/components/i18n/translations";
import type { OriginOf } from "@/components/review/context";
import { Badge } from "@/components/ui/badge";
import { isRuleFlag } from "@/lib/drafting/schema/notes";
import type { Translate } from "@/lib/i18n/rules";
import { indexOf, visibleLines } from "@/lib/review/rules/selectors";
import type { DraftView, RulesNote } from "@/lib/review/schema/stimulus";
import { AddText } from "./add-text";
import { OwnText } from "./added-item";
import { AgreeButton } from "./agree-button";
import { useReviewWords } from "./answer-labels";
import { useLinesBySight, useReview, useReviewState } from "./context";
import { DraftCard } from "./draft-card";
import { DraftLabel } from "./draft-label";
import { useRuleEvidence } from "./rule-evidence";
import { lineTarget } from "./targets";

interface DraftLinesProps {
  item: string;
  name: string;
  draft: DraftView | null;
  /** The draft of the rules, beside a model's draft. */
  secondDraft?: DraftView;
}

/**
 * A unit's draft: the proposed value and its explanation, line by line to decide on. Rule findings are shown
 * beside a model's draft, read-only.
 */
export function DraftLines({ item, name, draft, secondDraft }: DraftLinesProps) {
  const t = useTranslations();
  const { originOf } = useReview();
  const isValueHidden = useReviewState(
    ({ frame }) => indexOf(frame).units.get(item)?.exposure === "score-hidden",
  );
  const place = useReviewState(({ frame }) => indexOf(frame).units.get(item)?.step);
  const { later } = useLinesBySight(item);
  // Without a draft they explain the value, and stand below it.
  const own = draft ? later : [];
  const target = { item, lines: true } as const;
  return (
    <div className="grid gap-1.5">
      {draft && (
        <FirstDraft
          draft={draft}
          originOf={originOf}
          item={item}
          t={t}
          name={name}
          isValueHidden={isValueHidden}
        />
      )}
      {draft && secondDraft && (
        <SecondOpinion item={item} draft={draft} secondDraft={secondDraft} name={name} />
      )}
      {own.map(({ id, text }, index) => (
        <OwnText
          key={id}
          as={id}
          target={target}
          label={t("draft.line.yours", { number: index + 1, name })}
          text={text}
        />
      ))}
      {draft && place !== undefined && <AgreeButton step={place} item={item} name={name} />}
      {draft && <AddText target={target} label={t("draft.line.add")} placeholder={t("draft.line.hint")} />}
    </div>
  );
}

interface FirstDraftProps {
  draft: NonNullable<DraftLinesProps["draft"]>;
  originOf: OriginOf | undefined;
  item: string;
  t: Translate;
  name: string;
  isValueHidden: boolean;
}

/** The value and the visible lines of the draft. */
function FirstDraft({ draft, originOf, item, t, name, isValueHidden }: FirstDraftProps) {
  return (
    <div className="grid gap-1 rounded-md border bg-sunken/60 p-2">
      <div className="flex flex-wrap items-center justify-between gap-2 px-1">
        <span className="flex flex-wrap items-center gap-2">
          <DraftLabel by={draft.by} isRuleBased={draft.rules !== undefined} />
          {!draft.rules && originOf?.({ unit: item }, t("draft.origin", { name }))}
        </span>
        {isValueHidden ? (
          <span className="text-xs text-muted">{t("draft.value.hidden")}</span>
        ) : (
          <DraftedValue item={item} draft={draft} />
        )}
      </div>
      <RuleNotes draft={draft} withLines />
      {visibleLines(draft).map(({ line: index, text }) => (
        <DraftCard
          line
          key={index}
          id={lineTarget(item, index)}
          target={{ item, line: index }}
          label={t("draft.line", { number: index + 1, name })}
          text={text}
          foot={
            draft.scoreLine === index && <span className="text-xs text-muted">{t("draft.value.stated")}</span>
          }
        />
      ))}
    </div>
  );
}

function DraftedValue({ item, draft: { value, rules } }: { item: string; draft: DraftView }) {
  const words = useReviewWords();
  if (value === null && !rules) return null;
  return (
    <span className="text-xs text-muted">
      {value === null ? (
        <Trans id="draft.value.none" />
      ) : (
        <Trans
          id="draft.value"
          values={{
            value: <b className="font-semibold text-ink tabular-nums">{words.ofUnit(item, value)}</b>,
          }}
        />
      )}
    </span>
  );
}

/**
 * The rules' reason for giving no value, and their caveats. Next to lines that the annotator decides on, only
 * what the lines do not say.
 */
function RuleNotes({ draft: { rules }, withLines = false }: { draft: DraftView; withLines?: boolean }) {
  const t = useTranslations();
  const inWords = useRuleEvidence();
  if (!rules) return null;
  const flagInWords = (flag: string) =>
    isRuleFlag(flag) ? t(`rules.flag.${flag}`) : flag.replaceAll("_", " ");
  const notes = [
    rules.note && noteInWords(rules.note),
    ...rules.flags.map(flagInWords),
    ...(withLines ? rules.evidence.map(inWords) : []),
  ];

  function noteInWords(note: RulesNote): string {
    if ("text" in note) return note.text;
    const why = t(`rules.note.${note.code}`);
    if (note.measured === null) return why;
    const { words, evidence } = note.measured;
    return t("rules.measured", { why, measured: inWords(evidence) ?? words });
  }

  return notes.map(
    (note) =>
      note && (
        <p key={note} dir="auto" className="px-1 text-xs wrap-anywhere text-muted">
          {note}
        </p>
      ),
  );
}

/** Another draft beside the unit's draft, read-only, with a note if it differs. */
function SecondOpinion({
  item,
  draft,
  secondDraft,
  name,
}: Pick<DraftLinesProps, "item" | "name"> & { draft: DraftView; secondDraft: DraftView }) {
  const t = useTranslations();
  const inWords = useRuleEvidence();
  const evidenceText = (at: number) => {
    const evidence = secondDraft.rules?.evidence[at];
    return evidence && inWords(evidence);
  };
  const disagrees = draft.value !== null && secondDraft.value !== null && draft.value !== secondDraft.value;
  return (
    <section
      aria-label={t("draft.rules.found", { name })}
      className="grid gap-1 rounded-md border bg-sunken/60 p-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 px-1">
        <DraftLabel by={secondDraft.by} isRuleBased />
        <span className="flex flex-wrap items-center gap-2">
          {disagrees && (
            <Badge tone="warning">
              {draft.by ? t("draft.rules.disagree", { by: draft.by }) : t("draft.rules.disagree.unnamed")}
            </Badge>
          )}
          <DraftedValue item={item} draft={secondDraft} />
        </span>
      </div>
      {secondDraft.lines.map((line, at) => (
        <p
          key={line}
          dir="auto"
          className="border-s-3 border-s-control ps-3 text-sm wrap-anywhere [border-inline-start-style:dotted]"
        >
          {evidenceText(at) ?? line}
        </p>
      ))}
      <RuleNotes draft={secondDraft} />
    </section>
  );
}
