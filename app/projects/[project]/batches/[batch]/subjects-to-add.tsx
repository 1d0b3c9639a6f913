"use client";

import { Dices } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { SubjectChoice } from "@/lib/batch/schema";
import type { Addable } from "@/lib/batch/schema/views";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

type Row = Addable["first"][number];

/** Form state: which of the matching subjects are added. */
interface TakenChoice {
  how: "all" | SubjectChoice["how"];
  size: number;
  seed: number;
  chosen: readonly Row[];
}

export function useTaken() {
  const [taken, setTaken] = useState<TakenChoice>({ how: "all", size: 10, seed: 1, chosen: [] });
  return [taken, (part: Partial<TakenChoice>) => setTaken((before) => ({ ...before, ...part }))] as const;
}

/** Number of subjects the choice adds, and its API body; undefined for all. */
export function takenAs(
  { how, size, seed, chosen }: TakenChoice,
  count: number,
): { count: number; take?: SubjectChoice } {
  switch (how) {
    case "all":
      return { count };
    case "first":
      return { count: Math.min(size, count), take: { how, size } };
    case "sample":
      return { count: Math.min(size, count), take: { how, size, seed } };
    case "chosen":
      return {
        count: chosen.length,
        take: {
          how,
          of: chosen.map(({ taskId, responseId, responseBId }) => ({
            ...{ task: taskId, response: responseId, responseB: responseBId },
          })),
        },
      };
  }
}

interface HowManyProps {
  kind: SubjectKind;
  found: Addable;
  taken: TakenChoice;
  take: (part: Partial<TakenChoice>) => void;
  more: () => Promise<void>;
}

/** All matches, the first n, a seeded sample, or ticked ones. */
export function HowMany({ kind, found, taken, take, more }: HowManyProps) {
  const { how, size, seed } = taken;
  return (
    <>
      <RadioGroup
        label="How many"
        value={how}
        onValueChange={(next) => take({ how: next })}
        options={[
          { value: "all", label: "All that fit" },
          { value: "first", label: "The first of them, in the dataset's order" },
          { value: "sample", label: "A random sample", hint: "The same seed draws the same sample again." },
          { value: "chosen", label: "Those I tick" },
        ]}
      />
      {(how === "first" || how === "sample") && (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Number" className="w-28">
            <Input
              type="number"
              min={1}
              max={found.count}
              value={size || ""}
              onChange={(event) => take({ size: wholeIn(event.target.valueAsNumber, found.count) })}
            />
          </Field>
          {how === "sample" && (
            <>
              <Field label="Seed" className="w-36">
                <Input
                  type="number"
                  min={0}
                  max={MOST_SEED}
                  value={seed}
                  onChange={(event) => take({ seed: wholeIn(event.target.valueAsNumber, MOST_SEED) })}
                />
              </Field>
              <Button
                onClick={() =>
                  take({ seed: crypto.getRandomValues(new Uint32Array(1)).map((n) => n >>> 1)[0] ?? 0 })
                }
              >
                <Dices aria-hidden="true" />
                Another
              </Button>
            </>
          )}
        </div>
      )}
      {how === "chosen" ? (
        <Ticks kind={kind} found={found} chosen={taken.chosen} take={take} more={more} />
      ) : (
        <ul aria-label={`The first ${kind}s that fit`} className="grid gap-1 text-sm text-muted">
          {found.first.slice(0, 5).map((row) => (
            <li key={keyOf(row)} className="flex gap-2">
              <span className="shrink-0">{row.response ?? row.task}</span>
              <span dir="auto" className="truncate">
                {row.title}
              </span>
            </li>
          ))}
          {found.count > 5 && <li>and {formatCount(found.count - 5)} more</li>}
        </ul>
      )}
    </>
  );
}

/** Checkboxes of matches; ticks stay when the search changes. */
function Ticks({
  kind,
  found,
  chosen,
  take,
  more,
}: Pick<HowManyProps, "kind" | "found" | "take" | "more"> & { chosen: readonly Row[] }) {
  const ticked = new Set(chosen.map(keyOf));
  const elsewhere = chosen.filter((row) => !found.first.some((other) => keyOf(other) === keyOf(row))).length;
  return (
    <div className="grid gap-2">
      <ScrollRegion label={`Which ${kind}s`} className="max-h-64 rounded-md border">
        <ul className="divide-y">
          {found.first.map((row) => (
            <li key={keyOf(row)} className="px-3 py-1.5">
              <Checkbox
                checked={ticked.has(keyOf(row))}
                onCheckedChange={(on) =>
                  take({
                    chosen: on ? [...chosen, row] : chosen.filter((other) => keyOf(other) !== keyOf(row)),
                  })
                }
                label={
                  <span className="wrap-anywhere">
                    {row.response ?? row.task}{" "}
                    <span dir="auto" className="text-muted">
                      {row.title}
                    </span>
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      </ScrollRegion>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>
          {formatCount(chosen.length)} ticked
          {elsewhere > 0 && `, ${formatCount(elsewhere)} of them not in this list`}
        </span>
        {found.first.length < found.count && (
          <Button size="sm" onClick={() => void more()}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

const MOST_SEED = 2 ** 31 - 1;

const keyOf = ({ taskId, responseId, responseBId }: Row) => `${taskId} ${responseId} ${responseBId}`;

const wholeIn = (value: number, most: number) => Math.min(most, Math.max(0, Math.trunc(value) || 0));
