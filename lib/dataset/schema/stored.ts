import { z } from "zod";
import { ChatTurn } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";

const Flagged = z.object({ flags: z.array(z.string()) });

/** The flags kept with a draft; none where it was imported. */
export const flagsOf = (provenance: unknown): string[] => Flagged.safeParse(provenance).data?.flags ?? [];

/** Metadata of a record as the database has it. */
export const Metadata = z.custom<JsonObject>((given) => typeof given === "object" && given !== null);

/** Of the provenance of a draft by rules; one that came in a file may lack it. */
export const RulesNote = z.object({ note: z.string().nullable().catch(null) });

/** The chat turns of a task as the database has them. */
export const StoredMessages = z.array(ChatTurn).nullable();
