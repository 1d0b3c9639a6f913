import { Flags } from "@/app/projects/[project]/drafts/flags";
import { ProvenancePanel } from "@/app/projects/[project]/drafts/provenance";
import { DraftLabel } from "@/components/review/draft-label";
import { Badge } from "@/components/ui/badge";
import type { ItemView, ResponseView, RubricView, TaskDraft } from "@/lib/dataset/schema/views";
import { lintQuestions } from "@/lib/drafting/rules/question-lints";
import { scaleText } from "@/lib/judgement/rules/scale";
import { OVERALL } from "@/lib/judgement/schema/units";

interface ItemDraftsProps {
  project: string;
  instruction: string;
  rubrics: RubricView[];
  drafts: ResponseView["drafts"];
}

const KINDS = { checklist: "Checklist", criteria: "Criteria" };

/** Items a response is judged on, with their drafts. */
export function ItemDrafts({ project, instruction, rubrics, drafts }: ItemDraftsProps) {
  const about = (item: string) => drafts.flatMap((each) => (each.item === item ? [each.draft] : []));
  const overall = about(OVERALL);
  return (
    <div className="grid gap-5">
      {rubrics.map((rubric) => (
        <section key={rubric.id} aria-label={`${KINDS[rubric.kind]} ${rubric.key}`} className="grid gap-2">
          <h3 className="flex flex-wrap items-baseline gap-2 text-sm font-medium">
            {KINDS[rubric.kind]}
            {rubric.isRuleBased && <DraftLabel by="rules" isRuleBased />}
            {rubric.by && !rubric.isRuleBased && (
              <span className="text-xs font-normal text-muted">
                by <bdi>{rubric.by}</bdi>
              </span>
            )}
            {rubric.drafted && (
              <ProvenancePanel
                of={{ rubricVersion: rubric.drafted }}
                about={`${KINDS[rubric.kind].toLowerCase()} ${rubric.key}`}
                project={project}
              />
            )}
          </h3>
          <Flags flags={rubric.flags} />
          <ol className="grid gap-3">
            {withHints(rubric, instruction).map(({ item, hints }) => (
              <li key={item.id} className="grid gap-1.5">
                <ItemText item={item} />
                <Flags flags={hints} />
                {about(item.id).map((draft) => (
                  <Draft key={draft.id} draft={draft} about={item.name ?? item.text} project={project} />
                ))}
              </li>
            ))}
          </ol>
        </section>
      ))}
      {overall.length > 0 && (
        <section aria-label="Overall" className="grid gap-2">
          <h3 className="text-sm font-medium">Overall score</h3>
          {overall.map((draft) => (
            <Draft key={draft.id} draft={draft} about="the overall score" project={project} />
          ))}
        </section>
      )}
    </div>
  );
}

/** The items of a rubric, with the hints on questions that a model drafted. */
function withHints({ items, drafted, kind }: RubricView, instruction: string) {
  const texts = drafted && kind === "checklist" ? items.map(({ text }) => text) : [];
  const hints = lintQuestions(texts, instruction);
  return items.map((item, at) => ({ item, hints: hints[at] ?? [] }));
}

function ItemText({ item }: { item: ItemView }) {
  return (
    <div className="grid gap-0.5 text-sm">
      {item.name && (
        <p dir="auto" className="font-medium wrap-anywhere">
          {item.name}
        </p>
      )}
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {item.text}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
        {scaleText(item.scale)}
        {item.category && <Badge>{item.category}</Badge>}
      </p>
    </div>
  );
}

/** A draft, with the dotted edge and the drafter's name. */
function Draft({ draft, about, project }: { draft: TaskDraft; about: string; project: string }) {
  const { id, by, method, condition, value, lines, scoreLine, drafted, flags, rules } = draft;
  return (
    <div className="grid gap-1 border-l-2 border-dotted border-control pl-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <DraftLabel by={method ? `${by} · ${method}` : by} isRuleBased={rules !== undefined} />
        <span className="font-medium tabular-nums">{value === null ? "no value" : String(value)}</span>
      </p>
      {condition && <p className="text-xs wrap-anywhere text-muted">{condition}</p>}
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a draft never change
        <p key={at} dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
          {line}
          {at === scoreLine && <span className="ml-2 text-xs">(states the value)</span>}
        </p>
      ))}
      {rules?.note && (
        <p dir="auto" className="wrap-anywhere text-muted">
          {rules.note}
        </p>
      )}
      <Flags flags={flags} />
      {drafted && (
        <div>
          <ProvenancePanel of={{ draft: id }} about={about} project={project} />
        </div>
      )}
    </div>
  );
}
