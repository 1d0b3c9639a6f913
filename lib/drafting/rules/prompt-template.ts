import { createHash, createHmac } from "node:crypto";
import type { PromptRef, TemplateRef, TextFence } from "@/lib/drafting/schema";
import type { ChatMessage } from "@/lib/llm/schema";

/** A text from outside. It is material to be judged, enclosed in delimiters that cannot be forged. */
export interface Untrusted {
  label: string;
  text: string;
}

type Part = string | Untrusted;
export type Slot = Part | readonly Part[];

export interface Template {
  ref: TemplateRef;
  /** The messages with their slots. */
  blocks: readonly ChatMessage[];
  render: (slots: Record<string, Slot>, fence: TextFence) => ChatMessage[];
  /**
   * The prompt with a hash of its words and of `also`, whatever else the model is sent. Texts to be judged count as
   * empty, between equal delimiters.
   */
  promptRef: (slots: Record<string, Slot>, also: readonly unknown[]) => PromptRef;
}

const SLOT = /\{\{([a-z]\w*)\}\}/gi;

/**
 * A prompt with named slots. Slots are filled in a single pass and values are not expanded again, so a text
 * that contains `{{question}}` stays as it is. Throws when a slot is missing or unknown, and when an
 * untrusted text would become part of the system prompt.
 */
export function template(id: string, version: string, blocks: readonly ChatMessage[]): Template {
  const known = new Set(
    blocks.flatMap(({ content }) => [...content.matchAll(SLOT)].map((match) => match[1])),
  );
  const render = (slots: Record<string, Slot>, show: (text: Untrusted) => string): ChatMessage[] => {
    const unknown = Object.keys(slots).find((name) => !known.has(name));
    if (unknown !== undefined) throw new Error(`template ${id} has no slot "${unknown}"`);
    const filled = (role: ChatMessage["role"], name: string) => {
      const slot = slots[name];
      if (slot === undefined) throw new Error(`template ${id} needs a value for its slot "${name}"`);
      const parts = typeof slot === "string" || "label" in slot ? [slot] : slot;
      if (role === "system" && parts.some((part) => typeof part !== "string")) {
        throw new Error(`template ${id} puts somebody else's text into the system's words`);
      }
      return parts.map((part) => (typeof part === "string" ? part : show(part))).join("\n\n");
    };
    return blocks.map(({ role, content }) => ({
      role,
      // An empty slot also removes the blank line before it.
      content: content
        .replace(/(\n*)\{\{([a-z]\w*)\}\}/gi, (_, gap: string, name: string) => {
          const text = filled(role, name);
          return text === "" ? "" : gap + text;
        })
        .trim(),
    }));
  };
  return {
    ref: { id, version },
    blocks,
    render: (slots, fence) => render(slots, (text) => fenced(text, fence)),
    promptRef: (slots, also) => {
      const words = render(slots, ({ label }) => fenced({ label, text: "" }, () => "000000"));
      const hash = createHash("sha256").update(JSON.stringify([words, ...also]));
      return { id, version, hash: hash.digest("hex") };
    },
  };
}

function tagOf(text: string, fence: TextFence): string {
  const digits = fence(text);
  let length = 6;
  while (length < digits.length && text.includes(digits.slice(0, length))) length++;
  return digits.slice(0, length);
}

const FENCED = /<<<BEGIN ([^\n<>]+?) ([0-9a-f]{6,64})>>>\n([\s\S]*?)\n<<<END \1 \2>>>/g;

/**
 * A prompt with the delimiters of another fence. Only what the first fence delimited is changed, not what a text may
 * have imitated.
 */
export function withFence(prompt: string, from: TextFence, to: TextFence): string {
  return prompt.replace(FENCED, (whole, label: string, tag: string, text: string) =>
    tag === tagOf(text, from) ? fenced({ label, text }, to) : whole,
  );
}

function fenced({ label, text }: Untrusted, fence: TextFence): string {
  const tag = tagOf(text, fence);
  return `<<<BEGIN ${label} ${tag}>>>\n${text}\n<<<END ${label} ${tag}>>>`;
}

/** Delimiters of the command line. They need no secret: a recording made with them can be replayed everywhere. */
export const openFence: TextFence = (text) => fenceWith("countersign draft")(text);

/**
 * Delimiters of one installation: keyed, so that a text cannot contain its own, and deterministic for each
 * text.
 */
export function fenceWith(key: string): TextFence {
  return (text) =>
    createHmac("sha256", key)
      .update(createHash("sha256").update(text.normalize("NFC")).digest())
      .digest("hex");
}
