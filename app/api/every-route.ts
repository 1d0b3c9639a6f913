import { ROUTES } from "@/app/api/routes";

/** Every route of the API by path, its description included. */
export const EVERY_ROUTE: typeof ROUTES = {
  ...ROUTES,
  "/api/v1/openapi.json": () => import("@/app/api/v1/openapi.json/route"),
};
