import { z } from "zod";

const Uuid = z.uuid();

/** Whether a text is a UUID, so that a column of ids can be asked for it at all. */
export const isUuid = (text: string): boolean => Uuid.safeParse(text).success;
