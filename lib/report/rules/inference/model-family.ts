/** Names of models by the company or project that trains them, in the order in which they are looked for. */
const FAMILIES: readonly (readonly [family: string, names: RegExp])[] = [
  // GPT-J, GPT-Neo and GPT4All are others' models, and many makers call a fast version "turbo".
  [
    "OpenAI",
    /(^|[^a-z]|chat|instruct)gpt(?!-?(j|neo)|-?4-?all)|davinci|curie|babbage|(^|[^a-z])o[134]([^a-z]|$)|^turbo([^a-z]|$)|openai/i,
  ],
  ["Anthropic", /claude|anthropic/i],
  ["Google", /gemini|gemma|palm|bard|flan|(^|[^a-z])t5([^a-z]|$)/i],
  ["Qwen", /qwen|qwq/i],
  ["DeepSeek", /deepseek/i],
  ["Mistral", /mistral|mixtral|ministral|magistral/i],
  ["Cohere", /command|cohere|aya/i],
  ["Microsoft", /(^|[^a-z])phi([^a-z]|$)|wizardlm/i],
  // Last, because names of models distilled into Llama begin with their own family.
  ["Meta", /llama|vicuna|alpaca/i],
];

/**
 * The family of a model by its name; null if the name shows none. Models trained by one company often resemble each other in
 * style.
 */
export function modelFamily(name: string): string | null {
  return FAMILIES.find(([, names]) => names.test(name))?.[0] ?? null;
}
