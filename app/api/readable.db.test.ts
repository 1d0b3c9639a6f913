import { expect, test } from "vitest";
import { answerSchemaOf, type Schema } from "@/lib/api/openapi";
import { Prisma } from "@/prisma/generated/client/client";
import { EVERY_ROUTE } from "@/testing/every-route";

/** The route where a program reads each model, or why there is none. */
const READ: Record<Prisma.ModelName, `/${string}` | { not: string }> = {
  User: "/users",
  Session: "/sessions",
  AuditSeal: { not: "checked by the server and by countersign doctor" },
  Identity: "/account/identities",
  SecondFactor: { not: "a secret" },
  Passkey: "/account/passkeys",
  PasskeyChallenge: { not: "works for a moment" },
  RecoveryCode: { not: "a secret" },
  OutgoingMail: { not: "gone once it is sent" },
  NoticeChoice: "/account/notices",
  Notice: { not: "gone once it is sent" },
  KnownBrowser: { not: "told to the browser itself" },
  ApiToken: "/tokens",
  OneTimeLink: { not: "secrets: told once" },
  RateLimit: { not: "works for a moment" },
  Project: "/projects",
  Membership: "/projects/[project]/people",
  Invitation: "/projects/[project]/invitations",
  ParticipationLink: "/batches/[id]/participation",
  Participant: "/participation/[link]/mapping",
  Participation: "/participation/[link]/mapping",
  ProlificConnection: "/projects/[project]/prolific",
  ProlificStudy: "/participation/[link]/prolific",
  ProlificSubmission: "/participation/[link]/prolific",
  ProlificAction: "/participation/[link]/prolific",
  ProlificActionTarget: "/participation/[link]/prolific",
  Rater: "/projects/[project]/people",
  Dataset: "/projects/[project]/datasets",
  Task: "/datasets/[dataset]/tasks",
  Response: "/datasets/[dataset]/responses",
  Rubric: "/datasets/[dataset]/rubrics",
  RubricVersion: "/rubrics/[rubric]/versions",
  Item: "/rubrics/[rubric]/versions",
  ItemVersion: "/rubrics/[rubric]/versions",
  Draft: "/datasets/[dataset]/drafts",
  LlmEndpoint: "/projects/[project]/endpoints",
  LlmPrice: "/projects/[project]/endpoints",
  LlmPermit: { not: "works for a moment" },
  DraftRun: "/projects/[project]/runs",
  DraftUnit: "/runs/[run]/units",
  GeneratedResponse: "/runs/[run]/responses",
  LlmCall: "/drafts/[draft]/provenance",
  DraftUnitCall: "/drafts/[draft]/provenance",
  RuleRun: "/datasets/[dataset]/rules",
  Judge: "/projects/[project]/judges",
  JudgeVersion: "/judges/[judge]/versions",
  LabelSplit: "/datasets/[dataset]/label-split",
  LabelSplitTask: "/datasets/[dataset]/label-split/tasks",
  HeldOutLook: "/judges/[judge]/held-out-looks",
  JudgeProposal: "/judges/[judge]/proposals",
  JudgeInstruction: "/judges/[judge]/proposals",
  JudgeInstructionDecision: "/judges/[judge]/proposals",
  JudgeInstructionUse: "/judges/[judge]/proposals",
  Webhook: "/projects/[project]/webhooks",
  WebhookDelivery: "/webhooks/[webhook]/deliveries",
  Import: "/projects/[project]/imports",
  ImportChunk: { not: "gone with the import" },
  ImportRow: { not: "exported as a study file" },
  ImportError: "/imports/[import]/problems",
  Guidelines: "/batches/[id]/guidelines/versions",
  GuidelinesRead: "/batches/[id]/guidelines/versions",
  Batch: "/projects/[project]/batches",
  BatchWait: "/batches/[id]",
  BatchIntake: "/batches/[id]/intake",
  BatchRubric: "/batches/[id]/rubrics",
  ChosenSubject: "/batches/[id]",
  Arm: "/batches/[id]",
  BatchAnnotator: "/batches/[id]/progress",
  Subject: "/batches/[id]/slots",
  UndrawnSubject: {
    not: "what a filter of the dataset finds that is no subject; the report on the batch counts it",
  },
  PlantedError: "/batches/[id]/planted-errors",
  PlantedAnswer: "/batches/[id]/planted-errors",
  Slot: "/batches/[id]/slots",
  Assignment: "/batches/[id]/assignments",
  GoldAnswer: "/batches/[id]/gold-answers",
  Qualification: "/batches/[id]/qualifications",
  ExamResult: "/batches/[id]/qualifications",
  QualificationGrant: { not: "words of admins about somebody, on the batch's page" },
  Reopening: "/batches/[id]/reopenings",
  Flag: "/batches/[id]/flags",
  Question: "/batches/[id]/questions",
  QuestionMessage: "/batches/[id]/questions",
  PublishedAnswer: "/batches/[id]/published-answers",
  Operation: "/batches/[id]/assignments/[assignment]/operations",
  Judgement: "/batches/[id]/judgements",
  Decision: "/batches/[id]/decisions",
  Labelling: "/batches/[id]/labellings",
  GoldLabels: "/datasets/[dataset]/gold-labels",
  AskAnswer: "/batches/[id]/ask-answers",
  BatchAdjudicator: { not: "who sees votes is told whoever may see them, on the adjudication's page" },
  Adjudication: { not: "the same" },
  AdjudicationCase: { not: "the same" },
  CaseComment: { not: "the same" },
  ReviewComment: { not: "whoever reviewed the list is shown it, on the pages of its discussion" },
  Ruling: "/batches/[id]/judgements",
  Report: "/reports/[of]/[id]",
  ReportSection: "/reports/[of]/[id]/sections/[section]",
  Study: "/projects/[project]/studies",
  StudyVersion: "/studies/[study]",
  FrozenPart: "/studies/[study]/versions/[version]/bundle",
  FrozenChunk: "/studies/[study]/versions/[version]/bundle",
  FrozenContent: "/studies/[study]/versions/[version]/bundle",
  StudyCard: "/studies/[study]",
  AuditLog: "/projects/[project]/audit",
  Installation: { not: "a secret" },
  Worker: "/health",
  WriteProbe: "/health",
};

test("every table is readable through a GET, or listed with the reason why not", async () => {
  expect(Object.keys(READ).toSorted()).toEqual(Object.keys(Prisma.ModelName).toSorted());
  for (const [model, where] of Object.entries(READ)) {
    if (typeof where !== "string") continue;
    expect(await EVERY_ROUTE[`/api/v1${where}`]?.(), `${model} at ${where}`).toHaveProperty("GET");
  }
});

/** Lists without pagination: they belong to their record, or are short because of a limit of their own. */
const WHOLE: Record<string, string> = {
  "/account/identities": "one per provider",
  "/account/passkeys": "one's own, of which there are twenty at most",
  "/assignments": "an annotator's own ones in a batch: an open one, and two ahead",
  "/batches/[id]/answers": "published answers, which an annotator reads beside the guidelines",
  "/batches/[id]/guidelines": "a text, with at most five facts that go with it",
  "/batches/[id]/participation": "an admin's handful of links",
  "/batches/[id]/progress": "one picture",
  "/batches/[id]/subjects": "a preview: the first subjects",
  "/cards/[card]/manifest": "one file, hashed as it is",
  "/datasets/[dataset]/curation": "the state of one set: counts by subset, and twenty batches at most",
  "/datasets/[dataset]/dependants": "records that are deleted with it, named for confirmation",
  "/datasets/[dataset]/metadata": "its fields, a hundred at most, with a few values each",
  "/drafts/[draft]/provenance": "the calls of one draft",
  "/exports/[study]/training": "counts by source and reason",
  "/health": "the few parts that may be missing",
  "/imports/[import]/problems": "numbered, and goes on from a number",
  "/judges/[judge]/workshop": "one picture, with the worst disagreements",
  "/openapi.json": "one document",
  "/participation/[link]/prolific":
    "one study, with the submissions of its places and the last fifty actions",
  "/projects/[project]/dependants": "records that are deleted with it, named for confirmation",
  "/reports/[of]/[id]/judgements": "goes on behind a key of its own",
  "/reports/[of]/[id]/overview": "the first part of one report",
  "/reports/[of]/[id]/pilots": "values of a few hundred units, from which more is planned",
  "/rubric-versions/[version]/provenance": "the calls of one rubric",
  "/runs/[run]/units/[unit]/provenance": "the calls of one unit",
  "/sessions": "one's own browsers",
  "/tokens": "one's own, of which there are twenty at most",
};

/** True if a response is a list, or contains one that is not part of a listed record. */
function hasList(schema: Schema | boolean | undefined): boolean {
  if (typeof schema !== "object") return false;
  if (schema.type === "array") return true;
  return [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])].some(hasList);
}

/** A path that ends with an id is one record with its parts. */
const isRecord = (path: string) => /\[\w+\]$/.test(path);

test("every list of the API continues after a cursor", async () => {
  const paged: string[] = [];
  const left: string[] = [];
  for (const [whole, load] of Object.entries(EVERY_ROUTE)) {
    const path = whole.replace("/api/v1", "");
    const options = (await load()).GET?.options;
    const answer = options && answerSchemaOf(options);
    if (!options || !answer || !hasList(answer)) continue;
    const { items, next } = answer.properties ?? {};
    if (items && next) {
      expect(options.query?.safeParse({ limit: "2" }).success, path).toBe(true);
      expect(options.query?.safeParse({ after: "nobody's cursor" }).success, path).toBe(false);
      paged.push(path);
    } else if (!isRecord(path)) left.push(path);
  }
  expect(left.toSorted()).toEqual(Object.keys(WHOLE).toSorted());
  expect(paged.length).toBeGreaterThan(35);
});
