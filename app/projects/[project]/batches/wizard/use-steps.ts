"use client";

import { useReducer, useRef } from "react";
import { STEPS, type StepId } from "@/app/projects/[project]/batches/wizard/steps";
import { type DesignProblem, type DesignSection, PARTS } from "@/lib/batch/rules/design";

interface StepsState {
  at: StepId;
  /** Problems are shown for the steps that the admin has left once. */
  visited: ReadonlySet<StepId>;
  /** Opening was asked for: what is missing is counted until nothing is. */
  tried: boolean;
}

type StepsAction = { type: "go"; to: StepId } | { type: "show-missing"; first: DesignProblem };

function reduce(state: StepsState, action: StepsAction): StepsState {
  if (action.type === "go") return { ...state, at: action.to, visited: new Set(state.visited).add(state.at) };
  return { at: action.first.part, visited: new Set(PARTS), tried: true };
}

/** The step of the wizard that is shown, its neighbours, and which problems are shown by now. */
export function useSteps(problems: readonly DesignProblem[]) {
  const [{ at, visited, tried }, dispatch] = useReducer(reduce, {
    at: "subjects",
    visited: new Set<StepId>(),
    tried: false,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const place = STEPS.findIndex((step) => step.id === at);

  // The new step is read out, and begins at its top.
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
