import type { DirectAddress, RouteHandler } from "@/lib/api/route-options";

const shared = globalThis as typeof globalThis & { countersignDirect?: Map<string, RouteHandler> };

/**
 * Announces a handler to the web server (`scripts/start/answer-directly.mjs`), which then calls it without the framework.
 * Not in development, where the framework must notice changed files.
 */
export function announceDirect(address: DirectAddress, handler: RouteHandler): void {
  if (process.env.NODE_ENV !== "production") return;
  shared.countersignDirect ??= new Map();
  shared.countersignDirect.set(address, handler);
}
