import { randomBytes } from "node:crypto";

/** A request to the stub. */
export interface ProlificRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

interface StubSubmission {
  id: string;
  participant_id: string;
  status: string;
  started_at: string;
  completed_at: string | null;
  return_requested: string | null;
  bonus_payments: number[];
}

interface StubStudy extends Record<string, unknown> {
  id: string;
  status: string;
  reward: number;
  total_available_places: number;
}

/** A documented error: https://docs.prolific.com/api-reference. */
export const failure = (status: number, title: string, detail: unknown) => ({
  error: { status, error_code: 140_000 + status, title, detail, additional_information: "/api/v1/errors/" },
});

/** Ids of 24 hexadecimal digits, as Prolific's. */
const newId = () => randomBytes(12).toString("hex");

/** Studies, submissions and bonuses of Prolific in memory, with the rules of its public documentation. */
export class ProlificState {
  readonly studies = new Map<string, StubStudy>();
  private readonly submissions = new Map<string, StubSubmission[]>();
  private readonly prepared = new Map<string, [submission: StubSubmission, minor: number][]>();

  private find(id: string) {
    return [...this.submissions.values()].flat().find((one) => one.id === id);
  }

  private shown(study: StubStudy) {
    return {
      ...study,
      currency_code: "GBP",
      places_taken: (this.submissions.get(study.id) ?? []).length,
      total_cost: Math.round(study.reward * study.total_available_places * 1.42),
    };
  }

  private createStudy(body: Record<string, unknown>): [number, object] {
    const problems: Record<string, string[]> = {};
    for (const field of ["name", "description", "external_study_url", "reward", "total_available_places"])
      if (!body[field]) problems[field] = ["This field is required."];
    if (Number(body.reward) < 10) problems.reward = ["The reward per hour is below Prolific's minimum."];
    if (Object.keys(problems).length > 0) return [400, failure(400, "Validation error", problems)];
    const study = { ...body, id: newId(), status: "UNPUBLISHED" } as StubStudy;
    this.studies.set(study.id, study);
    this.submissions.set(study.id, []);
    return [201, this.shown(study)];
  }

  private transition(submission: StubSubmission, body: Record<string, unknown>): [number, object] {
    const after = { APPROVE: "APPROVED", REJECT: "REJECTED", COMPLETE: "SCREENED OUT" }[String(body.action)];
    if (!after) return [400, failure(400, "Bad request", "Unknown action")];
    if (body.action === "REJECT" && (String(body.message ?? "").length < 100 || !body.rejection_category))
      return [
        400,
        failure(400, "Bad request", "A rejection needs a category and a message of 100 characters"),
      ];
    if (body.action === "COMPLETE" && !this.codeOf(submission, body.completion_code))
      return [400, failure(400, "Bad request", "Not a completion code of a researcher")];
    if (submission.status === after) return [200, submission];
    if (body.action !== "COMPLETE" && submission.status !== "AWAITING REVIEW")
      return [400, failure(400, "Bad request", `The submission is ${submission.status}`)];
    submission.status = after;
    return [200, submission];
  }

  private codeOf(submission: StubSubmission, code: unknown) {
    const study = [...this.studies.values()].find(({ id }) => this.submissions.get(id)?.includes(submission));
    const codes = (study?.completion_codes ?? []) as { code: string; actor: string }[];
    return codes.find((one) => one.code === code && one.actor === "researcher");
  }

  private prepare(body: Record<string, unknown>): [number, object] {
    const theirs = this.submissions.get(String(body.study_id)) ?? [];
    const lines = String(body.csv_bonuses)
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    const rows = lines.map(([id, amount]) => [theirs.find((one) => one.id === id), Number(amount)] as const);
    const unknown = lines.filter((_, at) => !rows[at]?.[0]).map(([id]) => id);
    if (unknown.length > 0)
      return [400, failure(400, "Bad request", `Not of this study: ${unknown.join(", ")}`)];
    const id = newId();
    const paid = rows.flatMap(([one, amount]) =>
      one ? [[one, Math.round(amount * 100)] as [StubSubmission, number]] : [],
    );
    this.prepared.set(id, paid);
    const amount = paid.reduce((sum, [, minor]) => sum + minor, 0);
    return [
      201,
      { id, study: body.study_id, amount, fees: amount / 3, vat: 0, total_amount: (amount * 4) / 3 },
    ];
  }

  private pay(id: string): [number, unknown] {
    const rows = this.prepared.get(id);
    if (!rows) return [404, failure(404, "Not found", "No such payment")];
    // As documented, every request pays again.
    for (const [submission, minor] of rows) submission.bonus_payments.push(minor);
    return [202, `Bulk bonus payment with ID ${id} is being processed asynchronously.`];
  }

  /** The documented answer to a request, with its effect. */
  answer({ method, path, body }: ProlificRequest): [number, unknown] {
    const url = new URL(path, "http://stub");
    const [kind = "", id = "", part = ""] = url.pathname.replace("/api/v1/", "").split("/");
    if (kind === "users") return [200, { id: newId(), name: "A Researcher", currency_code: "GBP" }];
    if (kind === "bulk-bonus-payments" && part === "pay") return this.pay(id);
    if (kind === "studies") {
      if (id === "" && method === "POST") return this.createStudy(body);
      if (id === "") return [200, { results: [...this.studies.values()].map((study) => this.shown(study)) }];
      const study = this.studies.get(id);
      if (!study) return [404, failure(404, "Not found", "No such study")];
      if (part === "transition") study.status = "ACTIVE";
      if (part === "submissions") {
        const offset = Number(url.searchParams.get("offset"));
        const all = this.submissions.get(id) ?? [];
        const results = all.slice(offset, offset + Number(url.searchParams.get("limit")));
        return [200, { results, meta: { count: all.length } }];
      }
      return [200, this.shown(study)];
    }
    if (kind === "submissions" && id === "bonus-payments") return this.prepare(body);
    if (kind === "submissions" && id === "bulk-approve") {
      for (const one of body.submission_ids as string[]) {
        const submission = this.find(one);
        if (submission) this.transition(submission, { action: "APPROVE" });
      }
      return [200, "The request to bulk approve has been made successfully."];
    }
    const submission = this.find(id);
    if (!submission) return [404, failure(404, "Not found", "No such submission")];
    if (part === "transition") return this.transition(submission, body);
    if (part === "request-return") submission.return_requested = new Date().toISOString();
    return [200, submission];
  }

  /** Lets a participant submit, each a second after the one before. */
  submit(study: string, participant: string, status = "AWAITING REVIEW"): StubSubmission {
    const before = this.submissions.get(study)?.length ?? 0;
    const now = new Date(Date.now() + before * 1000).toISOString();
    const submission = {
      ...{ id: newId(), participant_id: participant, status, started_at: now },
      ...{ completed_at: status === "ACTIVE" ? null : now, return_requested: null, bonus_payments: [] },
    };
    this.submissions.get(study)?.push(submission);
    return submission;
  }
}
