import { z } from "zod";

/** Events of a project for external programs. */
export const EventName = z.enum([
  "batch.finished",
  "batch.closed",
  "subject.finished",
  "assignment.submitted",
  "run.finished",
  "run.stopped",
]);
export type EventName = z.infer<typeof EventName>;

/** Events that come once for a batch or a run. The others come with every submission and have to be asked for. */
export const RARE_EVENTS: readonly EventName[] = [
  "batch.finished",
  "batch.closed",
  "run.finished",
  "run.stopped",
];

const Links = z.object({ api: z.url(), page: z.url() });

/** The payload of an event: ids, states, counts and links. Texts and people must be fetched with a token. */
export const EventPayload = z.discriminatedUnion("type", [
  z.object({
    type: z.enum(["batch.finished", "batch.closed"]),
    timestamp: z.iso.datetime(),
    data: z.object({
      project: z.uuid(),
      batch: z.uuid(),
      state: z.string(),
      subjects: z.int(),
      slots: z.int(),
      submitted: z.int(),
      links: Links,
    }),
  }),
  z.object({
    type: z.literal("assignment.submitted"),
    timestamp: z.iso.datetime(),
    data: z.object({
      project: z.uuid(),
      batch: z.uuid(),
      assignment: z.uuid(),
      subject: z.uuid(),
      arm: z.string(),
      /** `work` counts in results; `check` is compared with gold. */
      use: z.enum(["work", "check"]),
      /** Number of times it was sent back before. */
      revision: z.int(),
      links: Links,
    }),
  }),
  z.object({
    type: z.literal("subject.finished"),
    timestamp: z.iso.datetime(),
    data: z.object({
      project: z.uuid(),
      batch: z.uuid(),
      subject: z.uuid(),
      task: z.uuid(),
      /** The response it is about; of a pair the first. Null for a task. */
      response: z.uuid().nullable(),
      responseB: z.uuid().nullable(),
      submitted: z.int(),
      links: Links,
    }),
  }),
  z.object({
    type: z.enum(["run.finished", "run.stopped"]),
    timestamp: z.iso.datetime(),
    data: z.object({
      project: z.uuid(),
      dataset: z.uuid(),
      run: z.uuid(),
      state: z.string(),
      /** Why the system stopped it; null when it finished or a person cancelled it. */
      reason: z.string().nullable(),
      units: z.int(),
      done: z.int(),
      failed: z.int(),
      links: Links,
    }),
  }),
]);
export type EventPayload = z.infer<typeof EventPayload>;
