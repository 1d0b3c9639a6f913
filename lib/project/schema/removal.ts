import { z } from "zod";

/** The data that would be deleted with a dataset or a project, and the data that would stay. */
export const Dependants = z.object({
  name: z.string(),
  /** Batches, with their number of submissions. */
  batches: z.array(z.object({ id: z.string(), name: z.string(), state: z.string(), submitted: z.int() })),
  datasets: z.int(),
  tasks: z.int(),
  judgements: z.int(),
  runs: z.int(),
  people: z.int(),
  /** Releases made from it: they are copies, and stay as long as their project. */
  frozen: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type Dependants = z.infer<typeof Dependants>;
