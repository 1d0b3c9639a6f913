"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { CaseAnswer, valueOfDigit } from "@/app/projects/[project]/adjudication/[batch]/[case]/case-answer";
import { commandOf, pointOf } from "@/components/review/keys";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Field } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Panel } from "@/components/ui/panel";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { inWords } from "@/lib/adjudication/rules";
import type { CaseScale } from "@/lib/adjudication/schema";
import type { CaseView } from "@/lib/adjudication/schema/case";
import { callApi } from "@/lib/http/client";
import type { VotedValue } from "@/lib/judgement/schema/votes";

interface DecideProps {
  /** API path of the ruling. */
  path: string;
  /** Path of the list of cases. */
  home: string;
  found: CaseView;
  mayRule: boolean;
}

/** Form to decide a case: a value and an optional note; then the next case. */
export function Decide({ path, home, found, mayRule }: DecideProps) {
  const { question, scale, rulings, previous, next, nextUndecided } = found;
  const router = useRouter();
  const toast = useToast();
  const last = rulings.at(-1);
  const ruling = last?.value ?? null;
  const [value, setValue] = useState<VotedValue | null>(ruling);
  const [note, setNote] = useState(ruling === null ? "" : (last?.note ?? ""));
  const [busy, setBusy] = useState(false);
  const address = (id: string) => `${home}/${id}`;

  async function send(ruled: VotedValue | null) {
    if (busy || !mayRule) return;
    setBusy(true);
    const body = { value: ruled, note: ruled === null ? "" : note, after: rulings.length };
    const answer = await callApi<{ rulings: number }>("POST", path, body);
    if (!answer.ok) {
      setBusy(false);
      toast.show({ title: "Nothing was decided", description: answer.error.message, tone: "danger" });
      if (answer.error.code === "stale-ruling") router.refresh();
      return;
    }
    if (ruled === null) {
      setBusy(false);
      toast.show({ title: "Decision taken back" });
      router.refresh();
      return;
    }
    toast.show({ title: `Decided: ${inWords(ruled)}`, tone: "positive" });
    router.push(nextUndecided ? address(nextUndecided) : home);
    router.refresh();
  }

  useCaseKeys({
    answer: (key) => {
      const chosen = valueOfKey(key, scale, value);
      if (chosen !== undefined && mayRule) setValue(chosen);
      return chosen !== undefined && mayRule;
    },
    save: () => {
      if (value === null) return false;
      send(value);
      return true;
    },
    go: (to) => {
      const id = to === "next" ? next : previous;
      if (id) router.push(address(id));
      return id !== null;
    },
  });

  return (
    <Panel title="Decision" actions={<CaseLinks previous={previous} address={address} next={next} />}>
      <div className="grid gap-4">
        <p dir="auto" className="text-base wrap-break-word">
          {question || "Overall score"}
        </p>
        {found.about && (
          <p dir="auto" className="rounded-md border bg-sunken px-3 py-2 text-sm wrap-break-word">
            {found.about}
          </p>
        )}
        <div data-takes-keys="">
          <CaseAnswer
            legend="The decided value"
            scale={scale}
            value={value}
            onAnswer={setValue}
            disabled={!mayRule}
          />
        </div>
        <Field label="Note" hint="Reasons, for readers of the results. Optional.">
          <Textarea
            value={note}
            disabled={!mayRule}
            maxLength={5000}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        {mayRule ? (
          <DecisionButtons
            busy={busy}
            value={value}
            send={send}
            nextUndecided={nextUndecided}
            ruling={ruling}
          />
        ) : (
          <p className="text-sm text-muted">
            Decisions are made under a pseudonym of the project. Join it to decide.
          </p>
        )}
      </div>
    </Panel>
  );
}

/** Links to the cases before and after it. */
function CaseLinks({
  previous,
  address,
  next,
}: {
  previous: CaseView["previous"];
  address: (id: string) => string;
  next: CaseView["next"];
}) {
  return (
    <span className="flex gap-2">
      {previous && (
        <ButtonLink href={address(previous)} size="sm" rel="prev">
          Previous <Kbd>K</Kbd>
        </ButtonLink>
      )}
      {next && (
        <ButtonLink href={address(next)} size="sm" rel="next">
          Next <Kbd>J</Kbd>
        </ButtonLink>
      )}
    </span>
  );
}

interface DecisionButtonsProps {
  busy: boolean;
  value: VotedValue | null;
  send: (ruled: VotedValue | null) => Promise<void>;
  nextUndecided: CaseView["nextUndecided"];
  ruling: VotedValue | null;
}

function DecisionButtons({ busy, value, send, nextUndecided, ruling }: DecisionButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        busy={busy}
        disabled={value === null}
        onClick={() => value !== null && send(value)}
      >
        {nextUndecided ? "Decide and continue" : "Decide"} <Kbd inverse>Ctrl ↵</Kbd>
      </Button>
      {ruling !== null && (
        <Button busy={busy} onClick={() => send(null)}>
          Take back
        </Button>
      )}
    </div>
  );
}

type AnswerKey = { do: "answer"; value: "yes" | "no" | "na" } | { do: "digit"; digit: number };

function valueOfKey(
  key: AnswerKey,
  scale: CaseScale,
  value: VotedValue | null,
): VotedValue | null | undefined {
  if (key.do === "digit")
    return scale.type === "points"
      ? (pointOf(key.digit, scale) ?? undefined)
      : valueOfDigit(scale, value, key.digit);
  if (scale.type !== "yesno" && scale.type !== "yesnona") return undefined;
  return key.value === "na" && scale.type !== "yesnona" ? undefined : key.value;
}

interface CaseActions {
  answer: (key: AnswerKey) => boolean;
  save: () => boolean;
  go: (to: "next" | "previous") => boolean;
}

/** The workbench's keys that apply here. Inactive while typing (except for saving) and in dialogs. */
function useCaseKeys(actions: CaseActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      const command = commandOf(event);
      const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
      if (!command || (typing && command.do !== "submit")) return;
      const now = latest.current;
      const done =
        command.do === "submit"
          ? now.save()
          : command.do === "next" || command.do === "previous"
            ? now.go(command.do)
            : (command.do === "answer" || command.do === "digit") && now.answer(command);
      if (done) event.preventDefault();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
