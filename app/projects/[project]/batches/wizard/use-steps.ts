"use client";

import { useReducer, useRef } from "react";
import { STEPS, type StepId } from "@/app/projects/[project]/batches/wizard/steps";
import { type DesignProblem, type DesignSection, PARTS } from "@/lib/batch/rules/design";

interface StepsState {
  at: StepId;
  /** Steps the admin has left at least once; only their problems are shown. */
  visited: ReadonlySet<StepId>;
  /** Opening was attempted: missing things are counted until there are none. */
  tried: boolean;
}

type StepsAction = { type: "go"; to: StepId } | { type: "show-missing"; first: DesignProblem };

function reduce(state: StepsState, action: StepsAction): StepsState {
  if (action.type === "go") return { ...state, at: action.to, visited: new Set(state.visited).add(state.at) };
  return { at: action.first.part, visited: new Set(PARTS), tried: true };
}

/** The current step, its neighbours, and the problems to show. */
export function useSteps(problems: readonly DesignProblem[]) {
  const [{ at, visited, tried }, dispatch] = useReducer(reduce, {
    at: "subjects",
    visited: new Set<StepId>(),
    tried: false,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const place = STEPS.findIndex((step) => step.id === at);

  // The new step is announced and scrolled to its top.
  function show(action: StepsAction) {
    dispatch(action);
    requestAnimationFrame(() => heading.current?.focus());
  }

  return {
    at,
    tried,
    heading,
    place,
    before: STEPS[place - 1],
    after: STEPS[place + 1],
    go: (to: StepId) => show({ type: "go", to }),
    showMissing: (first: DesignProblem) => show({ type: "show-missing", first }),
    problemsIn: (part: DesignSection) =>
      visited.has(part) ? problems.filter((problem) => problem.part === part) : [],
  };
}

export type WizardSteps = ReturnType<typeof useSteps>;
