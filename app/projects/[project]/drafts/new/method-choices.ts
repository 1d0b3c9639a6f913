import { z } from "zod";
import type { ParamFields } from "@/app/projects/[project]/drafts/new/params-form";
import { methods } from "@/lib/drafting/rules/methods";

/** Methods without what only the worker needs. */
export const METHOD_CHOICES = methods.map(
  ({ id, title, description, paper, profile, produces, subject, needs, params }) => ({
    id,
    title,
    description,
    paper,
    profile,
    produces,
    subject,
    needs: [...needs],
    fields: (z.toJSONSchema(params, { io: "input" }).properties ?? {}) as ParamFields,
  }),
);

export type MethodChoice = (typeof METHOD_CHOICES)[number];
