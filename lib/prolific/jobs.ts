import "server-only";
import { testProlific } from "@/lib/prolific/data/connection";
import { fetchStudy, followStudies } from "@/lib/prolific/data/fetch";
import { performAction } from "@/lib/prolific/data/perform-action";
import {
  fetchProlificJob,
  followProlificJob,
  prolificActionJob,
  testProlificJob,
} from "@/lib/prolific/schema/jobs";
import { handle } from "@/lib/queue/job";

export const prolificJobs = [
  handle(testProlificJob, ({ id }) => testProlific(id)),
  handle(prolificActionJob, ({ id }) => performAction(id)),
  handle(fetchProlificJob, ({ id }) => fetchStudy(id)),
  handle(followProlificJob, () => followStudies(), { schedule: "*/10 * * * *" }),
];
