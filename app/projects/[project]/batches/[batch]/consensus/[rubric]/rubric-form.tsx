"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { DecisionReasons } from "@/app/projects/[project]/batches/[batch]/consensus/[rubric]/decision-reasons";
import {
  type WrittenList,
  WrittenLists,
} from "@/app/projects/[project]/batches/[batch]/consensus/[rubric]/written-lists";
import { Diff } from "@/app/projects/[project]/batches/[batch]/consensus/diff";
import { Trans } from "@/components/i18n/translations";
import { DECISIONS } from "@/components/review/decision-look";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { type ApiError, callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { scaleInWords, scaleKey } from "@/lib/judgement/rules/scale";
import {
  type AdditionGroup,
  groupAdditions,
  listsIn,
  majorityConsensus,
  revisedScaleOf,
  revisionsOf,
  survivalOf,
} from "@/lib/rubric/rules/consensus";
import type {
  Addition,
  ConsensusBody,
  ItemChoice,
  ItemDecision,
  ReviewedItem,
  ReviewedRubric,
} from "@/lib/rubric/schema";

interface RubricFormProps {
  rubric: ReviewedRubric;
  path: string;
  /** Path of the list of rubrics. */
  home: string;
  isAdmin: boolean;
}

/** Choice for an item: "" while open, else the action, with the decision whose wording to take. */
type Chosen = { what: "" | "keep" | "drop" | "write" | `take:${string}`; text: string };

/** Form for the rubric's next version, prefilled by majority. */
export function RubricForm({ rubric, path, home, isAdmin }: RubricFormProps) {
  const router = useRouter();
  const toast = useToast();
  const { busy, error, send } = useRequest();
  const majority = majorityConsensus(rubric);
  const [list, setList] = useState<string>();
  // The addition of the chosen list represents equal additions of others.
  const groups = groupAdditions(
    rubric.additions.toSorted((a, b) => Number(b.list === list) - Number(a.list === list)),
  );
  const [chosen, setChosen] = useState(
    () => new Map(rubric.items.map((item) => [item.id, initialFor(item, majority.choices.items)])),
  );
  const [taken, setTaken] = useState(
    () => new Map(majority.choices.additions.map(({ addition }) => [addition, textOf(groups, addition)])),
  );

  const items = rubric.items.map(({ id }) => choiceOf(id, chosen.get(id), rubric.decisions));
  const open = items.filter((choice) => choice === null).length;
  const empty = [...taken.values()].some((text) => text.trim() === "");

  async function make() {
    const body: ConsensusBody = {
      by: "hand",
      rubric: rubric.id,
      latest: rubric.latest,
      ...(list !== undefined && { list }),
      items: items.filter((choice) => choice !== null),
      additions: [...taken].map(([addition, text]) => ({
        addition,
        text: text === textOf(groups, addition) ? null : text.trim(),
      })),
    };
    const made = await send(() => callApi("POST", path, body));
    if (made === undefined) return;
    toast.show({ title: `Version ${rubric.latest + 1} made`, tone: "positive" });
    router.push(home);
    router.refresh();
  }

  /** Takes one list as it is; what was drafted is dropped. All of it can be changed afterwards. */
  function choose({ list: id, items: own }: WrittenList) {
    setList(id);
    setChosen(new Map(rubric.items.map((item) => [item.id, { what: "drop", text: item.text }])));
    setTaken(new Map(firstOfEach(own).map((addition) => [addition.id, addition.text])));
  }

  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <WrittenLists lists={listsIn(rubric.additions)} chosen={list} onChoose={choose} disabled={!isAdmin} />
      {rubric.items.map((item, at) => (
        <ItemPanel
          key={item.id}
          item={item}
          place={at + 1}
          decisions={rubric.decisions}
          chosen={chosen.get(item.id) ?? { what: "", text: item.text }}
          onChoose={(choice) => setChosen(new Map(chosen).set(item.id, choice))}
          disabled={!isAdmin}
        />
      ))}
      {groups.length > 0 && (
        <AddedItems groups={groups} rubric={rubric} taken={taken} setTaken={setTaken} isAdmin={isAdmin} />
      )}
      {isAdmin && (
        <MakeVersion
          error={error}
          busy={busy}
          open={open}
          empty={empty}
          make={make}
          rubric={rubric}
          items={items}
          taken={taken}
        />
      )}
    </div>
  );
}

interface AddedItemsProps {
  groups: AdditionGroup[];
  rubric: ReviewedRubric;
  taken: Map<string, string>;
  setTaken: (value: Map<string, string>) => void;
  isAdmin: boolean;
}

/** Items that annotators added, equal ones as one entry. */
function AddedItems({ groups, rubric, taken, setTaken, isAdmin }: AddedItemsProps) {
  return (
    <Panel
      flush
      title="Added by annotators"
      description="Equal additions form one entry: the same words, regardless of case, spacing or punctuation at the end. Similar ones are marked and stay separate."
    >
      <ul className="divide-y">
        {groups.map((group) => (
          <Added
            key={group.first.id}
            group={group}
            reviews={rubric.reviews}
            text={taken.get(group.first.id)}
            onChange={(text) => {
              const next = new Map(taken);
              if (text === undefined) next.delete(group.first.id);
              else next.set(group.first.id, text);
              setTaken(next);
            }}
            disabled={!isAdmin}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface MakeVersionProps {
  error: ApiError | undefined;
  busy: boolean;
  open: number;
  empty: boolean;
  make: () => Promise<void>;
  rubric: ReviewedRubric;
  items: readonly (ItemChoice | null)[];
  taken: Map<string, string>;
}

/** Makes the next version once every item is decided. */
function MakeVersion({ error, busy, open, empty, make, rubric, items, taken }: MakeVersionProps) {
  return (
    <div className="sticky bottom-0 grid gap-3 border-t bg-canvas py-3">
      {error && (
        <Banner tone="danger" live title="No version was made">
          {error.message}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" busy={busy} disabled={open > 0 || empty} onClick={make}>
          Make version {rubric.latest + 1}
        </Button>
        <span role="status" className="text-sm text-muted tabular-nums">
          {open > 0
            ? `${formatQuantity(open, "item")} to decide first`
            : `${formatCount(items.filter((choice) => choice?.do !== "drop").length + taken.size)} items`}
        </span>
      </div>
    </div>
  );
}

/** Without what a list asks twice. */
const firstOfEach = (additions: readonly Addition[]) => groupAdditions(additions).map(({ first }) => first);

function initialFor(item: ReviewedItem, choices: readonly ItemChoice[]): Chosen {
  const choice = choices.find((one) => one.item === item.id);
  if (!choice) return { what: "", text: item.text };
  return { what: choice.do === "take" ? `take:${choice.decision}` : choice.do, text: item.text };
}

/** The choice to send. An item that is written anew has the scale that people most often gave it. */
export function choiceOf(
  item: string,
  chosen: Chosen | undefined,
  decisions: readonly ItemDecision[],
): ItemChoice | null {
  if (!chosen || chosen.what === "") return null;
  if (chosen.what === "keep" || chosen.what === "drop") return { do: chosen.what, item };
  if (chosen.what === "write") {
    const text = chosen.text.trim();
    const scale = revisedScaleOf(item, decisions);
    return text === "" ? null : { do: "write", item, text, ...(scale && { scale }) };
  }
  return { do: "take", item, decision: chosen.what.slice("take:".length) };
}

const textOf = (groups: readonly AdditionGroup[], addition: string) =>
  groups.find(({ first }) => first.id === addition)?.first.text ?? "";

interface ItemPanelProps {
  item: ReviewedItem;
  place: number;
  decisions: readonly ItemDecision[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  disabled: boolean;
}

/** An item with the decisions on it, beside its possible next wording. */
export function ItemPanel({ item, place, decisions, chosen, onChoose, disabled }: ItemPanelProps) {
  const survival = survivalOf(item.id, decisions);
  const revisions = revisionsOf(item, decisions);
  const revisedScale = revisedScaleOf(item.id, decisions);
  const scale = revisedScale ?? item.scale;
  const reasons = decisions.filter(
    (decision) => decision.item === item.id && (decision.reasonCode || decision.reasonNote),
  );
  return (
    <Panel title={`${place}. ${item.name ?? item.key}`} actions={<SurvivalBadges survival={survival} />}>
      <div className="grid gap-4">
        <p dir="auto" className="text-base wrap-break-word whitespace-pre-wrap">
          {item.text}
        </p>
        {item.scale.type === "points" && (
          <p className="text-sm text-muted">Scale: {scaleInWords(item.scale)}</p>
        )}
        {reasons.length > 0 && <DecisionReasons reasons={reasons} />}
        <RadioGroup
          label="In the next version"
          disabled={disabled}
          value={chosen.what}
          onValueChange={(what) => onChoose({ ...chosen, what })}
          options={[
            { value: "keep", label: "Keep it as it is" },
            ...revisions.map(({ id, text, scale, count }) => ({
              value: `take:${id}` as const,
              label: <Diff before={item.text} after={text} />,
              hint: `Revision of ${formatQuantity(count, "annotator")}${
                scaleKey(scale) === scaleKey(item.scale)
                  ? ""
                  : `, on a scale of its own: ${scaleInWords(scale)}`
              }`,
            })),
            {
              value: "write",
              label: "Write it anew",
              ...(scale.type === "points" && {
                hint: `On the ${revisedScale ? "scale most often revised to" : "scale as it is"}: ${scaleInWords(scale)}`,
              }),
            },
            { value: "drop", label: "Drop it" },
          ]}
        />
        {chosen.what === "write" && (
          <Field
            label="New wording"
            error={chosen.text.trim() === "" && "Write something, or drop the item."}
          >
            <Textarea
              value={chosen.text}
              disabled={disabled}
              maxLength={5000}
              onChange={(event) => onChoose({ ...chosen, text: event.target.value })}
            />
          </Field>
        )}
      </div>
    </Panel>
  );
}

/** Numbers of annotators who accepted, revised and removed the item. */
function SurvivalBadges({ survival }: { survival: ReturnType<typeof survivalOf> }) {
  return (
    <ul aria-label="What became of it" className="flex flex-wrap gap-1">
      {(["accept", "revise", "remove"] as const).map((action) => {
        const look = DECISIONS[action];
        return (
          <li key={action}>
            <Badge icon={<look.icon aria-hidden="true" />}>
              <Trans id={look.done} /> by {formatCount(survival[action])}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

interface AddedProps {
  group: AdditionGroup;
  reviews: number;
  /** The wording to take; undefined if it is not taken. */
  text: string | undefined;
  onChange: (text: string | undefined) => void;
  disabled: boolean;
}

function Added({ group: { first, members, near }, reviews, text, onChange, disabled }: AddedProps) {
  return (
    <li className="grid gap-2 px-4 py-3">
      <Checkbox
        checked={text !== undefined}
        disabled={disabled}
        onCheckedChange={(on) => onChange(on ? first.text : undefined)}
        label={
          <span dir="auto" className="wrap-break-word whitespace-pre-wrap">
            {first.text}
          </span>
        }
        hint={`Written in ${formatCount(members.length)} of ${formatQuantity(reviews, "review")}`}
      />
      {near.length > 0 && (
        <p dir="auto" className="ps-6 text-xs wrap-break-word text-muted">
          Similar: {near.map(({ text }) => `“${text}”`).join(", ")}
        </p>
      )}
      {text !== undefined && (
        <Field
          label="Wording"
          className="ps-6"
          error={text.trim() === "" && "Write something, or leave it out."}
        >
          <Textarea
            value={text}
            disabled={disabled}
            maxLength={5000}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )}
    </li>
  );
}
