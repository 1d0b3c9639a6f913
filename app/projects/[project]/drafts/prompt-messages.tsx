import { Raw } from "@/components/prose/raw";
import { ScrollRegion } from "@/components/ui/scroll-region";

/** Messages sent to a model. */
export function Messages({ messages }: { messages: readonly { role: string; content: string }[] }) {
  return (
    <ol className="grid gap-3">
      {messages.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is sent stands still
        <li key={at} className="grid gap-1">
          <span className="text-xs font-medium text-muted">{role}</span>
          <ModelText text={content} label={`Prompt, ${role}`} />
        </li>
      ))}
    </ol>
  );
}

/** Text from or for a model, character by character: never markup. */
export function ModelText({ text, label }: { text: string; label: string }) {
  return (
    <ScrollRegion
      label={label}
      className="max-h-80 rounded-sm bg-sunken p-3 text-xs [&_pre]:wrap-anywhere [&_pre]:whitespace-pre-wrap"
    >
      <Raw text={text} />
    </ScrollRegion>
  );
}
