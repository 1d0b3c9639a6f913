import { job, OneRecord } from "@/lib/queue/job";

/** Asks a model for instructions that would lead a judge to what people say. */
export const judgeProposalJob = job("judge-proposal", OneRecord);
