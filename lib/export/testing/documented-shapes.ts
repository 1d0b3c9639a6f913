import { z } from "zod";

/*
 * The shapes of rows and cards as they are documented: of rows by TRL ("Dataset formats and types"), of the card's front
 * matter by Hugging Face ("Manual configuration", "Dataset cards"). Written from there, not from what is exported.
 */

const Message = z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: z.string() });
/** A prompt in messages ends with what is to be answered. */
const Prompt = z
  .array(Message)
  .min(1)
  .refine((messages) => messages.at(-1)?.role === "user", { error: "a prompt ends with the user" });
const Completion = z.array(Message.extend({ role: z.literal("assistant") })).length(1);

/** TRL: "preference" with an explicit prompt, and "prompt-completion"; in one format throughout. */
export const TRL_ROWS = {
  preference: {
    conversational: z.looseObject({ prompt: Prompt, chosen: Completion, rejected: Completion }),
    standard: z.looseObject({ prompt: z.string(), chosen: z.string(), rejected: z.string() }),
  },
  completion: {
    conversational: z.looseObject({ prompt: Prompt, completion: Completion }),
    standard: z.looseObject({ prompt: z.string(), completion: z.string() }),
  },
} as const;

/** The values that a type allows; every column may be empty in `datasets`. */
const VALUES: Record<string, z.ZodType> = {
  "dtype: string": z.string().nullable(),
  "dtype: float64": z.number().nullable(),
  "dtype: bool": z.boolean().nullable(),
  "list: string": z.array(z.string()),
  "list: role, content": z.array(z.strictObject({ role: z.string(), content: z.string() })),
};

interface Card {
  configs: Map<string, { split: string; path: string }[]>;
  features: Map<string, Map<string, z.ZodType>>;
}

const unquoted = (text: string) => z.string().parse(text.startsWith('"') ? JSON.parse(text) : text);

/** The front matter of a card; anything that is not of the documented form is an error. */
export function readCard(text: string): Card {
  const [before, front = ""] = text.split("---\n");
  if (before !== "") throw new Error("the front matter comes first");
  const card: Card = { configs: new Map(), features: new Map() };
  let part = "";
  let config = "";
  let feature = "";
  const types = new Map<string, string[]>();
  const close = () => {
    for (const [name, said] of types) {
      const type = said.length > 1 ? `list: ${said.slice(1).join(", ")}` : (said[0] ?? "");
      const value = VALUES[type];
      if (!value) throw new Error(`${config}: ${name} has the type "${type}"`);
      card.features.get(config)?.set(name, value);
    }
    types.clear();
  };
  for (const line of front.split("\n").filter((one) => one !== "")) {
    const [, indent = "", dash, key = "", value = ""] = /^( *)(- )?([a-z_]+):(?: (.+))?$/.exec(line) ?? [];
    if (key === "") throw new Error(`not a line of the front matter: ${line}`);
    if (indent === "" && !dash) part = key;
    else if (key === "config_name") {
      close();
      config = unquoted(value);
      (part === "configs" ? card.configs : card.features).set(config, new Map() as never);
      if (part === "configs") card.configs.set(config, []);
    } else if (key === "split") card.configs.get(config)?.push({ split: value, path: "" });
    else if (key === "path") Object.assign(card.configs.get(config)?.at(-1) ?? {}, { path: unquoted(value) });
    else if (part === "dataset_info" && key === "name" && indent === "  ") {
      feature = value;
      types.set(feature, []);
    } else if (part === "dataset_info" && key === "name") types.get(feature)?.push(value);
    else if (part === "dataset_info" && indent === "    " && ["dtype", "list"].includes(key))
      types.get(feature)?.push(value === "" ? key : `${key}: ${value}`);
  }
  close();
  return card;
}

/** Names that `datasets` takes: of configurations no sign that a path may not have, of splits words alone. */
export const CONFIG_NAME = /^[^<>:/\\|?*]+$/;
export const SPLIT_NAME = /^\w+(\.\w+)*$/;
