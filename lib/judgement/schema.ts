import { z } from "zod";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";

/**
 * Whether the rater could have been led by the draft. `independent`: it was not
 * shown, or the value is the one from before; `exposed`: it was; `unknown`: nobody
 * recorded it. `any` pools the three, each judgement once with its final value.
 */
export const ExposureClass = z.enum(EXPOSURE_CLASSES);
export type ExposureClass = z.infer<typeof ExposureClass>;
