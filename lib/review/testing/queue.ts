import { expect, vi } from "vitest";
import { AssignmentQueue } from "@/lib/review/client/assignment-queue";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";

const frame: AssignmentView["frame"] = {
  steps: [
    {
      type: "score",
      question: "How good?",
      scale: { type: "points", min: 1, max: 5 },
      exposure: "none",
      opens: "at-once",
      draft: null,
    },
  ],
};

const BATCH = { id: "b", name: "B", sample: false, projectArchived: false, leaseMinutes: 30, signals: false };

function view(id: string, state: AssignmentView["state"]): AssignmentView {
  return {
    id,
    state,
    position: 1,
    lease: state === "open" ? `lease of ${id}` : null,
    leaseUntil: state === "open" ? new Date("2030-01-01") : null,
    ...{ submittedAt: null, undoUntil: null, skipReason: null, reopened: null, mayTakeBack: false },
    batch: { ...BATCH, state: "open" },
    guidelines: "",
    disclosures: [],
    task: { instruction: "", input: null, messages: null, reference: null, tags: [] },
    response: { text: id },
    pair: null,
    frame,
    version: 0,
    savedAt: null,
    ops: [],
  };
}

/** A server with three assignments, the first of them claimed by the annotator. Records its requests. */
export function server() {
  const requests: string[] = [];
  const order = ["one", "two", "three"];
  let open = 0;
  const saved = new Map<string, Op[]>(order.map((id) => [id, []]));
  const serverState = {
    refuseSubmit: null as string | null,
    /** Submissions are answered after this. */
    submits: Promise.resolve(),
    /** Assignments are read at once, and the answers arrive after this. */
    reads: Promise.resolve(),
    offline: false,
    claims: null as string | null,
    refuseClaim: null as string | null,
    /** Assignments that were released. */
    gone: new Set<string>(),
    /** Assignments about the response of another. */
    about: new Map<string, string>(),
  };
  /** Assignments whose requests are not answered until they are aborted. */
  const silent = new Set<string>();
  const aborted: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body, signal }: RequestInit & { body?: string }) => {
    if (serverState.offline) throw new TypeError("offline");
    const [, resource, id = "", verb] = /v1\/(\w+)\/(\w+)\/?([\w-]*)/.exec(path) ?? [];
    const again = new URL(path, "http://localhost").searchParams.getAll("again");
    requests.push([method, resource, id, verb, ...again].join(" ").trim());
    const refuse = (code: string) => Response.json({ error: { code, message: code } }, { status: 409 });
    if (verb === "ahead") return Response.json({ assignments: order.slice(open + 1, open + 3) });
    if (verb === "ops") {
      const ops: Op[] = JSON.parse(body ?? "").ops;
      saved.set(id, [...(saved.get(id) ?? []), ...ops]);
      const version = saved.get(id)?.length;
      return Response.json({ version, savedAt: "2026-11-20T10:00:00Z", merged: [] });
    }
    if (verb === "submit") {
      await serverState.submits;
      if (serverState.refuseSubmit) return refuse(serverState.refuseSubmit);
      open += 1;
      return Response.json({ undoUntil: new Date(Date.now() + 10_000).toISOString() });
    }
    if (verb === "undo-submit") {
      open -= 1;
      return Response.json({});
    }
    if (verb === "claim" && serverState.refuseClaim) return refuse(serverState.refuseClaim);
    if (verb === "claim")
      return Response.json({ status: "claimed", assignment: { id: serverState.claims ?? order[open] } });
    if (silent.has(id))
      await new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          aborted.push(id);
          reject(signal.reason);
        });
      });
    if (serverState.gone.has(id)) return refuse("not-found");
    const version = saved.get(id)?.length ?? 0;
    const about = serverState.about.get(id) ?? id;
    const state = order.indexOf(id) <= open ? "open" : "reserved";
    const read = { ...view(id, state), response: { text: about }, version, ops: saved.get(id) ?? [] };
    await serverState.reads;
    return Response.json(read);
  });
  return { requests, saved, serverState, silent, aborted };
}

export function queueOn(callbacks: Partial<ConstructorParameters<typeof AssignmentQueue>[1]> = {}) {
  const submitted: string[] = [];
  const queue = new AssignmentQueue(view("one", "open"), {
    ready: async () => {},
    submitted: (id) => submitted.push(id),
    shown: () => {},
    claimed: () => true,
    ...callbacks,
  });
  const stop = queue.connect();
  const score = (value: number) => queue.state().current.sync.perform({ type: "score", value });
  const shown = () => queue.state().current.view.id;
  return { queue, stop, submitted, score, shown };
}

export const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true));
