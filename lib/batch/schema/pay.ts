import { z } from "zod";

/** Pay of a batch's annotators, in millionths of a currency, per hour of active work or per assignment. */
export const Pay = z.strictObject({
  per: z.enum(["hour", "assignment"]),
  micros: z.int().min(0).max(1e12),
  currency: z.string().regex(/^[A-Z]{3}$/, "is a currency's three letters, such as USD"),
});
export type Pay = z.infer<typeof Pay>;

/** Null removes it. */
export const PayBody = z.strictObject({ pay: Pay.nullable() });
export type PayBody = z.infer<typeof PayBody>;

/** The cost of work in one currency, of people and of models. */
export type Cost = { currency: string; peopleMicros: number; modelMicros: number };
