import { z } from "zod";
import { schemaOf } from "@/lib/api/openapi";
import { methods } from "@/lib/drafting/rules/methods";
import { wordingOf } from "@/lib/drafting/rules/wording";

const PRODUCTS = [...new Set(methods.map(({ produces }) => produces))];

export const MethodsQuery = z.strictObject({
  produces: z.enum(PRODUCTS).optional().describe("Only methods that draft this"),
  method: z.string().max(200).optional().describe("One method by its id, with its parameters"),
});

/** The drafting methods of this version, without a server; one alone with the JSON schema of its parameters. */
export function listMethods({ produces, method: id }: z.infer<typeof MethodsQuery>) {
  return methods
    .filter((method) => (id ?? method.id) === method.id && (produces ?? method.produces) === method.produces)
    .map(({ params, ...method }) => ({
      ...{ id: method.id, title: method.title, description: method.description, paper: method.paper },
      wording: wordingOf(method.paper, "short"),
      ...{ produces: method.produces, subject: method.subject, needs: method.needs },
      ...(id !== undefined && { params: schemaOf(params).properties ?? {} }),
    }));
}
