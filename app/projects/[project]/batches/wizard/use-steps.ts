"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useReducer, useRef } from "react";
import { STEP_PARAMETER, STEPS, type StepId } from "@/app/projects/[project]/batches/wizard/steps";
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
  if (action.type === "show-missing") return { at: action.first.part, visited: new Set(PARTS), tried: true };
  if (action.to === state.at) return state;
  return { ...state, at: action.to, visited: new Set(state.visited).add(state.at) };
}

const stepOf = (search: URLSearchParams): StepId =>
  STEPS.find(({ id }) => id === search.get(STEP_PARAMETER))?.id ?? "subjects";

/** Adds a step to the browser's history, so that Back shows the one before. */
function pushAddress(to: StepId) {
  const address = new URL(window.location.href);
  if (to === "subjects") address.searchParams.delete(STEP_PARAMETER);
  else address.searchParams.set(STEP_PARAMETER, to);
  if (address.href !== window.location.href) window.history.pushState(null, "", address);
}

/** The current step, its neighbours, and the problems to show. The address has the step: Back, Forward and reload keep it. */
export function useSteps(problems: readonly DesignProblem[]) {
  const search = useSearchParams();
  const [{ at, visited, tried }, dispatch] = useReducer(reduce, search, (search) => ({
    at: stepOf(search),
    visited: new Set<StepId>(),
    tried: false,
  }));
  const heading = useRef<HTMLHeadingElement>(null);
  const place = STEPS.findIndex((step) => step.id === at);

  useEffect(() => {
    const wizard = /\/batches\/(new|[^/]+\/edit)$/;
    const follow = () => {
      // Another page opens.
      if (!wizard.test(window.location.pathname)) return;
      dispatch({ type: "go", to: stepOf(new URLSearchParams(window.location.search)) });
      requestAnimationFrame(() => heading.current?.focus());
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);

  // The new step is announced and scrolled to its top.
  function show(action: StepsAction) {
    dispatch(action);
    pushAddress(action.type === "go" ? action.to : action.first.part);
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
