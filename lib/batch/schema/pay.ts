import { z } from "zod";

/** What annotators of a batch are paid, in millionths of a currency, for each hour of active work or assignment. */
export const Pay = z.strictObject({
  per: z.enum(["hour", "assignment"]),
  micros: z.int().min(0).max(1e12),
  currency: z.string().regex(/^[A-Z]{3}$/, "is a currency's three letters, such as USD"),
});
export type Pay = z.infer<typeof Pay>;

/** Null: nothing is known of it any more. */
export const PayBody = z.strictObject({ pay: Pay.nullable() });
export type PayBody = z.infer<typeof PayBody>;

/** What work came to, in one currency: people's and models' beside each other. */
export type Cost = { currency: string; peopleMicros: number; modelMicros: number };
