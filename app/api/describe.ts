import "server-only";
import { ROUTES } from "@/app/api/routes";
import { describeApi, type OpenApiDocument } from "@/lib/api/openapi";
import { sessionCookie } from "@/lib/auth/sessions";
import { env } from "@/lib/env";
import { VERSION } from "@/lib/version";

let description: Promise<OpenApiDocument> | undefined;

/** The API of this installation, described: once, since nothing of it changes while the program runs. */
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
          ? [{ path, method, door: handler.options }]
          : [],
      ),
    ),
  );
  const { name: cookie } = sessionCookie();
  return describeApi(routes.flat(), { server: env().APP_URL, version: VERSION, cookie });
}
