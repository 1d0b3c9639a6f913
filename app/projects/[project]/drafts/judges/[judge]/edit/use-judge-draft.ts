"use client";

import { useEffect, useState } from "react";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { withInstructions } from "@/lib/judge/rules/instructions";

/** A version that is being written. */
interface JudgeDraft {
  spec: JudgeSpec;
  endpointId: string;
  /** Empty: the endpoint's own. */
  model: string;
  note: string;
}

/**
 * Unsaved drafts by the id of the version they began with, for as long as the application is open. A link or Back
 * loses nothing; the browser asks before it reloads or closes the tab.
 */
const unsaved = new Map<string, JudgeDraft>();

/** A version that is being written, kept while other pages are visited. `added` is the index of `example` in it. */
export function useJudgeDraft(
  version: string,
  start: JudgeDraft,
  example: JudgeExample | null,
  instructions: readonly string[],
) {
  const [opened] = useState(() => ({
    start: withAdded(start, example, instructions),
    kept: unsaved.get(version),
  }));
  const [draft, setDraft] = useState(() =>
    opened.kept ? withAdded(opened.kept, example, instructions) : opened.start,
  );
  const [isChanged, setIsChanged] = useState(opened.kept !== undefined);
  const [isRestored, setIsRestored] = useState(isChanged);

  useEffect(() => {
    if (!isChanged) return;
    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warnBeforeUnload);
    return () => window.removeEventListener("beforeunload", warnBeforeUnload);
  }, [isChanged]);

  // Two changes before the next render both count.
  const newest = () => unsaved.get(version) ?? draft;

  function change(part: Partial<JudgeDraft>) {
    const next = { ...newest(), ...part };
    unsaved.set(version, next);
    setDraft(next);
    setIsChanged(true);
  }

  /** Ends the draft: it was saved, or is discarded. */
  function end() {
    unsaved.delete(version);
    setIsChanged(false);
    setIsRestored(false);
  }

  return {
    draft,
    change,
    changeSpec: (part: Partial<JudgeSpec>) => change({ spec: { ...newest().spec, ...part } }),
    isChanged,
    isRestored,
    added: example ? draft.spec.examples.findIndex((one) => isFrom(one, example)) : -1,
    saved: end,
    discard: () => {
      end();
      setDraft(opened.start);
    },
  };
}

/** The draft with an example and instructions, each once. */
function withAdded(
  draft: JudgeDraft,
  example: JudgeExample | null,
  instructions: readonly string[],
): JudgeDraft {
  const taught = withExample(draft, example);
  return { ...taught, spec: withInstructions(taught.spec, instructions) };
}

/** The draft with an example from a disagreement, once. */
function withExample(draft: JudgeDraft, example: JudgeExample | null): JudgeDraft {
  const { spec } = draft;
  if (!example || spec.examples.some((one) => isFrom(one, example))) return draft;
  return { ...draft, spec: { ...spec, examples: [...spec.examples, example] } };
}

/** True if both are from the same unit. */
function isFrom({ source: one }: JudgeExample, { source: other }: JudgeExample): boolean {
  if (!one || !other) return false;
  return (
    one.task === other.task && one.item === other.item && one.responses.join() === other.responses.join()
  );
}
