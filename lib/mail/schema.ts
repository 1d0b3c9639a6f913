import { z } from "zod";

/** A mail as plain text. */
export const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string() });
export type Mail = z.infer<typeof Mail>;
