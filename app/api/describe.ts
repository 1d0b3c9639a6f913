import "server-only";
import { z } from "zod";
import { ROUTES } from "@/app/api/routes";
import { describeApi, type OpenApiDocument } from "@/lib/api/openapi";
import { sessionCookie } from "@/lib/auth/sessions";
import { env } from "@/lib/env";
import { VERSION } from "@/lib/version";

/** The description's own entry. Not read from its route, which imports this module. */
export const DESCRIPTION_OPTIONS = {
  as: "anyone",
  summary: "This description, as OpenAPI 3.1",
  // The part that is the same for every installation.
  answer: z.object({
    openapi: z.literal("3.1.0"),
    info: z.record(z.string(), z.string()),
    servers: z.array(z.object({ url: z.string() })),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.record(z.string(), z.unknown()),
  }),
} as const;

let description: Promise<OpenApiDocument> | undefined;

/** The OpenAPI document of this installation; computed once, as it is constant while the process runs. */
export function describeInstallation(): Promise<OpenApiDocument> {
  description ??= readRoutes().catch((error: unknown) => {
    description = undefined;
    throw error;
  });
  return description;
}

async function readRoutes(): Promise<OpenApiDocument> {
  const routes = await Promise.all(
    Object.entries(ROUTES).map(async ([path, load]) =>
      Object.entries(await load()).flatMap(([method, handler]) =>
        typeof handler === "function" && "options" in handler
          ? [{ path, method, options: handler.options }]
          : [],
      ),
    ),
  );
  const { name: cookie } = sessionCookie();
  const all = [
    ...routes.flat(),
    { path: "/api/v1/openapi.json", method: "GET", options: DESCRIPTION_OPTIONS },
  ];
  const sorted = all.toSorted((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));
  return describeApi(sorted, { server: env().APP_URL, version: VERSION, cookie });
}
