import "server-only";
import type { z } from "zod";
import { env, PROLIFIC_ORIGIN } from "@/lib/env";
import { openWire, WireError } from "@/lib/llm/http";
import { waitHint } from "@/lib/llm/retry";
import { problemIn } from "@/lib/prolific/rules";
import {
  Account,
  Done,
  type FetchedSubmission,
  Listed,
  Prepared,
  Study,
  Submission,
  SubmissionState,
} from "@/lib/prolific/schema/answers";
import { VERSION } from "@/lib/version";

const PATIENCE = 20_000;

/** A request that failed: Prolific answered with an error, or did not answer. */
export class ProlificProblem extends Error {
  override name = "ProlificProblem";
  constructor(
    /** Null when there was no answer: the request may have had its effect. */
    readonly status: number | null,
    /** In Prolific's words, where it had some. */
    message: string,
    /** Milliseconds that Prolific asks to wait. */
    readonly wait: number | null = null,
  ) {
    super(message);
  }

  /** True if Prolific certainly did nothing. */
  get isRefusal(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500 && this.status !== 408;
  }
}

/** Submissions in one page of the list. */
const PAGE = 200;

/** Prolific's public API with one token: https://docs.prolific.com/api-reference. */
export function openProlific(token: string) {
  const origin = env().PROLIFIC_ORIGIN;
  const isOverride = origin !== PROLIFIC_ORIGIN;
  const wire = openWire({ base: origin, allowed: isOverride ? [origin] : [], timeout: PATIENCE });

  async function request<T extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    shape: T,
    body?: object,
  ): Promise<z.output<T>> {
    const headers = {
      authorization: `Token ${token}`,
      "user-agent": `Countersign/${VERSION}`,
      ...(body && { "content-type": "application/json" }),
    };
    const response = await wire
      .fetch(`${origin}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      .catch((error: unknown) => {
        if (!(error instanceof WireError)) throw error;
        throw new ProlificProblem(null, `Prolific did not answer: ${error.message}`);
      });
    const read: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      const wait = waitHint(Object.fromEntries(response.headers), Date.now());
      throw new ProlificProblem(response.status, problemIn(response.status, read), wait);
    }
    const parsed = shape.safeParse(read);
    if (!parsed.success)
      throw new ProlificProblem(null, "Prolific answered with something else than its documentation says.");
    return parsed.data;
  }

  const id = encodeURIComponent;
  return {
    account: () => request("GET", "/users/me/", Account),
    createStudy: (body: object) => request("POST", "/studies/", Study, body),
    study: (study: string) => request("GET", `/studies/${id(study)}/`, Study),
    /** A draft that was created without an answer, by its internal name. */
    findDraft: async (name: string): Promise<Study | null> => {
      const { results } = await request("GET", "/studies/?published=0", Listed(Study));
      return results.find(({ internal_name }) => internal_name === name) ?? null;
    },
    publish: (study: string) =>
      request("POST", `/studies/${id(study)}/transition/`, Study, { action: "PUBLISH" }),
    submissions: async (study: string): Promise<FetchedSubmission[]> => {
      const all: FetchedSubmission[] = [];
      for (;;) {
        const page = `limit=${PAGE}&offset=${all.length}`;
        const path = `/studies/${id(study)}/submissions/?${page}`;
        const { results } = await request("GET", path, Listed(Submission));
        all.push(...results);
        if (results.length < PAGE) return all;
      }
    },
    submission: (submission: string) => request("GET", `/submissions/${id(submission)}/`, SubmissionState),
    /** Repeating it changes nothing, as Prolific documents. */
    transition: (submission: string, body: object) =>
      request("POST", `/submissions/${id(submission)}/transition/`, Done, body),
    approveAll: (submissions: readonly string[]) =>
      request("POST", "/submissions/bulk-approve/", Done, { submission_ids: submissions }),
    requestReturn: (submission: string, reason: string) =>
      request("POST", `/submissions/${id(submission)}/request-return/`, Done, {
        request_return_reasons: [reason],
      }),
    /** Prepares bonuses: nothing is paid yet. */
    prepareBonus: (study: string, lines: string) =>
      request("POST", "/submissions/bonus-payments/", Prepared, { study_id: study, csv_bonuses: lines }),
    /** Pays a prepared bonus. Not idempotent, as Prolific warns: repeated, it pays again. */
    payBonus: (prepared: string) => request("POST", `/bulk-bonus-payments/${id(prepared)}/pay/`, Done, {}),
    close: () => wire.close(),
  };
}

export type Prolific = ReturnType<typeof openProlific>;
