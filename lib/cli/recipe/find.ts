import { readFile } from "node:fs/promises";
import { BadInput } from "@/lib/cli/bad-input";
import { badInputError } from "@/lib/cli/file-errors";
import { jsonOf } from "@/lib/cli/json";
import { RECIPES } from "./recipes";
import { Recipe } from "./schema";

/** The recipe of this name, or the one in a JSON file. */
export async function findRecipe(name: string): Promise<Recipe> {
  const known = RECIPES.find((one) => one.name === name);
  if (known) return known;
  if (!name.endsWith(".json"))
    throw new BadInput(
      `there is no recipe "${name}"; --list names them, and the name of your own file must end with .json`,
    );
  const text = await readFile(name, "utf8").catch((error: unknown) => {
    throw badInputError(name, error);
  });
  const json = jsonOf(text);
  if (json === undefined) throw new BadInput(`${name} is no JSON`);
  const read = Recipe.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new BadInput(`${name}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "does not fit"}`);
}
