import "server-only";
import { answerProposal } from "@/lib/judge/data/answer-proposal";
import { judgeProposalJob } from "@/lib/judge/schema/jobs";
import { handle } from "@/lib/queue/job";

export const judgeJobs = [handle(judgeProposalJob, ({ id }) => answerProposal(id))];
