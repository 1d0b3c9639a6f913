import { z } from "zod";
import { ChatTurn } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";

const Flagged = z.object({ flags: z.array(z.string()) });

/** The flags stored with a draft; empty for imported ones. */
export const flagsOf = (provenance: unknown): string[] => Flagged.safeParse(provenance).data?.flags ?? [];

/** Metadata of a record as stored in the database. */
export const Metadata = z.custom<JsonObject>((given) => typeof given === "object" && given !== null);

/** Provenance of a draft by rules; imported ones may lack it. */
export const StoredNote = z.object({ note: z.string().nullable().catch(null) });

/** The chat turns of a task as stored in the database. */
export const StoredMessages = z.array(ChatTurn).nullable();
