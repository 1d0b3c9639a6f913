import { z } from "zod";
import { describeInstallation } from "@/app/api/describe";
import { route } from "@/lib/api/route";

/** As far as it is the same for every installation. */
const OpenApi = z.object({
  openapi: z.literal("3.1.0"),
  info: z.record(z.string(), z.string()),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.unknown()),
});

export const GET = route(
  {
    as: "anyone",
    summary: "This description, as OpenAPI 3.1",
    answer: OpenApi,
  },
  () => describeInstallation(),
);
