import { z } from "zod";

const Uuid = z.uuid();

/** True for a UUID: other texts cannot be compared with a column of ids. */
export const isUuid = (text: string): boolean => Uuid.safeParse(text).success;
