import { featuresOf, featuresYaml } from "@/lib/export/rules/training/features";
import { PAPER_SETTINGS } from "@/lib/export/rules/training/paper-settings";
import {
  DROP_WORDS,
  DropReason,
  TRAINING_SPLITS,
  type TrainingOptions,
  type TrainingPreview,
  type TrainingSplit,
} from "@/lib/export/schema/training";

type CountedSet = TrainingPreview["sets"][number];

/** The name under which `load_dataset` finds a set: also that of its folder. */
export const configName = ({ set, name }: Pick<CountedSet, "set" | "name">) =>
  set === "preferences" ? `preferences-${name}` : set;

export const dataFile = (set: Pick<CountedSet, "set" | "name">, split: TrainingSplit) =>
  `${configName(set)}/${split}.jsonl`;

export const splitsOf = ({ rows }: Pick<CountedSet, "rows">) =>
  TRAINING_SPLITS.filter((split) => rows[split] > 0);

const quoted = (text: string) => JSON.stringify(text);

/**
 * The dataset card: the configurations of its files in YAML, as the `datasets` library reads them from a folder, and what
 * the files are in words.
 */
export function cardText(study: string, sets: readonly CountedSet[], options: TrainingOptions): string {
  const filled = sets.filter((set) => splitsOf(set).length > 0);
  const configs = filled.map(
    (set) =>
      `- config_name: ${quoted(configName(set))}\n  data_files:\n${splitsOf(set)
        .map((split) => `  - split: ${split}\n    path: ${quoted(dataFile(set, split))}\n`)
        .join("")}`,
  );
  const infos = filled.map(
    (set) =>
      `- config_name: ${quoted(configName(set))}\n  features:\n${featuresYaml(featuresOf(set.set, options))}`,
  );
  const front = [
    "---\n",
    options.licence ? `license: other\nlicense_name: ${quoted(options.licence)}\n` : "",
    configs.length > 0 ? `configs:\n${configs.join("")}dataset_info:\n${infos.join("")}` : "",
    "---\n",
  ];
  const first = filled[0];
  return `${front.join("")}
# Training data: ${study.replace(/\s+/g, " ")}

Made by Countersign from the judgements of a study. ${FORMS[options.form]}

${first ? LOADING(configName(first)) : "No row met the conditions; `counts.json` says why.\n"}
## What there is

| configuration | from | rows | left out |
|---|---|---|---|
${sets.map(rowOf).join("\n")}

${RULES}
## Training settings of the paper

\`training-settings.json\` has the settings that the paper of SALC gives, under the names of TRL's arguments: supervised
tuning for ${PAPER_SETTINGS.sft.num_train_epochs} epochs at ${PAPER_SETTINGS.sft.learning_rate}, DPO for
${PAPER_SETTINGS.dpo.num_train_epochs} epochs at ${PAPER_SETTINGS.dpo.learning_rate}, batches of
${PAPER_SETTINGS.dpo.effective_batch_size}, a cosine schedule, and greedy decoding when the model is used.
`;
}

const FORMS = {
  conversational: "Prompts and answers are lists of messages (TRL's conversational format).",
  standard: "Prompts and answers are plain texts (TRL's standard format).",
};

const LOADING = (name: string) => `    from datasets import load_dataset
    data = load_dataset("path/to/this/folder", ${quoted(name)})
`;

/** In a table a vertical bar would begin a new cell. */
const cell = (text: string) => text.replace(/\s+/g, " ").replaceAll("|", "\\|");

function rowOf(set: CountedSet): string {
  const rows = splitsOf(set).map((split) => `${set.rows[split]} ${split}`);
  const dropped = DropReason.options.flatMap((reason) =>
    set.dropped[reason] ? [`${set.dropped[reason]}: ${DROP_WORDS[reason]}`] : [],
  );
  return `| \`${configName(set)}\` | ${cell(set.title)} | ${rows.join(", ") || "none"} | ${dropped.join("; ") || "nothing"} |`;
}

const RULES = `Each configuration of preferences has one source; sources are never mixed. From scores there is one pair for each task: the
highest against the lowest score, if they differ by the margin or more. From preferences there is one for each pair of
responses with a majority; its margin is the mean strength (0 to 2) that people gave on a scale of five, and null otherwise.
\`human_verified\` means that people gave the values, that they are the dataset's gold, or that people decided the same on
the two responses. \`annotators\` are pseudonyms.

\`criteria\` has prompts with the criteria as people left them, \`judge\` prompts with feedback and a score that people stand
for: lines they accepted, revised or added. The prompts are those that Countersign sends by the method in \`method\`, and
completions have the form that its parser reads, so that a tuned model can draft and judge there.

Tasks with the same prompt are in the same split in all configurations. \`out_of_domain\` has the tasks with a tag that was
held out. \`counts.json\` has the options, the numbers and the reasons for what was left out.
`;
