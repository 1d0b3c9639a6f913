import { NewRun, PreviewBody, RunParams } from "@/lib/drafting/schema/runs";
import { ProjectParams } from "@/lib/project/schema";
import { ListQuery, RunsQuery } from "@/lib/resources/schema/queries";
import type { Tool } from "./tool";

/** Tools for drafting runs. A run is made as a draft: starting it, which costs money, is a call of its own. */
export const runTools: readonly Tool[] = [
  {
    name: "list_endpoints",
    title: "Language models of a project",
    description: "The endpoints that runs can use, with models and prices, without keys. For admins.",
    method: "GET",
    path: "/api/v1/projects/[project]/endpoints",
    params: ProjectParams,
    query: ListQuery,
  },
  {
    name: "list_runs",
    title: "Drafting runs of a project",
    description:
      "Runs with their method, model, state and cost; costs are in millionths of the endpoint's currency.",
    method: "GET",
    path: "/api/v1/projects/[project]/runs",
    params: ProjectParams,
    query: RunsQuery,
  },
  {
    name: "read_run",
    title: "State of a drafting run",
    description: "Progress, cost, limits and failures of a run, and how many drafts it made.",
    method: "GET",
    path: "/api/v1/runs/[run]",
    params: RunParams,
  },
  {
    name: "preview_run",
    title: "Cost of a drafting run",
    description:
      "The largest number of calls, tokens and cost of a run, and its first prompts; nothing is sent to a model. " +
      "`costMicros` is in millionths of the currency, null without a known price. list_methods has methods and parameters.",
    method: "POST",
    isReadOnly: true,
    path: "/api/v1/projects/[project]/runs/preview",
    params: ProjectParams,
    body: PreviewBody,
  },
  {
    name: "create_run",
    title: "Make a drafting run",
    description:
      "Makes a run as a draft, without starting it. Set `maxCostMicros` or `maxCalls` as its limits; with `published` " +
      "false its drafts are a trial, neither shown nor counted.",
    method: "POST",
    path: "/api/v1/projects/[project]/runs",
    params: ProjectParams,
    body: NewRun.omit({ start: true }),
  },
  {
    name: "start_run",
    title: "Start a drafting run",
    description:
      "Starts a drafted run: from then on the project pays for calls to the model. Ask before you start one.",
    method: "POST",
    path: "/api/v1/runs/[run]/start",
    params: RunParams,
  },
  {
    name: "pause_run",
    title: "Pause a drafting run",
    description: "Pauses a run: it starts no further requests.",
    method: "POST",
    path: "/api/v1/runs/[run]/pause",
    params: RunParams,
  },
];
