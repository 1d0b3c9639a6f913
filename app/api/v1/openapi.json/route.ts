import { z } from "zod";
import { describeInstallation } from "@/app/api/describe";
import { route } from "@/lib/api/route";

export const GET = route(
  {
    as: "anyone",
    summary: "This description, as OpenAPI 3.1",
    answer: z.looseObject({ openapi: z.literal("3.1.0") }),
  },
  () => describeInstallation(),
);
