import { ROUTES } from "@/app/api/routes";

/** All API routes by path, including the description. */
export const EVERY_ROUTE: typeof ROUTES = {
  ...ROUTES,
  "/api/v1/openapi.json": () => import("@/app/api/v1/openapi.json/route"),
};
