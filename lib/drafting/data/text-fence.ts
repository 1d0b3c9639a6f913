import "server-only";
import { createHmac } from "node:crypto";
import { fenceWith } from "@/lib/drafting/rules/prompt-template";
import type { TextFence } from "@/lib/drafting/schema";
import { env } from "@/lib/env";

/**
 * The delimiters around texts in prompts: the same for the same text as long as the installation's secret
 * stays.
 */
export function installationFence(): TextFence {
  return fenceWith(createHmac("sha256", env().NEXTAUTH_SECRET).update("countersign fences").digest("hex"));
}
