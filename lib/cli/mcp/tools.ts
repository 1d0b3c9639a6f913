import { agreementTool } from "./agreement";
import { batchTools } from "./batches";
import { readingTools } from "./read-records";
import { runTools } from "./runs";
import type { Tool } from "./tool";

/** Every tool that calls the API, in the order in which assistants see them. */
export const TOOLS: readonly Tool[] = [...readingTools, agreementTool, ...runTools, ...batchTools];
