"use client";

import { useMemo, useState } from "react";
import type { MethodChoice } from "@/app/projects/[project]/drafts/new/method-choices";
import type { RunSelection } from "@/lib/drafting/schema/runs";

/** An endpoint as the form offers it. */
export interface EndpointChoice {
  id: string;
  name: string;
  model: string;
  currency: string;
}

interface RunDesignInput {
  dataset: string;
  endpoints: readonly EndpointChoice[];
  methods: readonly MethodChoice[];
}

/** State of the form: the chosen method, model and material of a run, and the design that follows from them. */
export function useRunDesign({ dataset, endpoints, methods }: RunDesignInput) {
  const [methodId, setMethodId] = useState(methods[0]?.id ?? "");
  const [params, setParams] = useState<Record<string, unknown>>({});
  const [endpointId, setEndpointId] = useState(endpoints[0]?.id ?? "");
  const [model, setModel] = useState("");
  const [selection, setSelection] = useState<RunSelection>({ filter: {} });
  const method = methods.find(({ id }) => id === methodId);
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  const select = (part: Partial<RunSelection>) =>
    setSelection((before) => withoutEmpty({ ...before, ...part }));

  function chooseMethod(id: string) {
    const next = methods.find((one) => one.id === id);
    setMethodId(id);
    setParams({});
    select({
      demonstration: undefined,
      rubric: undefined,
      pair: undefined,
      ...(next?.subject === "dataset" && { filter: {}, first: undefined }),
      // Conditions on responses are hidden where there are none.
      ...(next?.subject === "task" && {
        filter: { ...selection.filter, model: undefined, least: undefined, most: undefined },
      }),
    });
  }

  function chooseEndpoint(id: string) {
    setEndpointId(id);
    setModel("");
  }

  const design = useMemo(
    () =>
      method && (method.subject !== "dataset" || selection.demonstration)
        ? {
            dataset,
            method: method.id,
            params,
            endpoint: endpointId,
            model: model.trim() === "" ? null : model.trim(),
            selection,
          }
        : null,
    [method, dataset, params, endpointId, model, selection],
  );

  return {
    /** Null until it is whole. */
    design,
    method,
    chooseMethod,
    params,
    setParams,
    endpoint,
    chooseEndpoint,
    model,
    setModel,
    selection,
    select,
    forgetSelection: () => setSelection({ filter: {} }),
  };
}

export type RunDesign = ReturnType<typeof useRunDesign>;

/** A selection without empty conditions. */
function withoutEmpty(selection: RunSelection): RunSelection {
  const { filter, ...rest } = selection;
  return { ...defined(rest), filter: defined(filter) };
}

function defined<T extends object>(parts: T): T {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
}
