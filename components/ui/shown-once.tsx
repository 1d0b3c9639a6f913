import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

/** A link, token or secret that is shown only once, with a copy button. */
export function ShownOnce({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-center gap-2 rounded-md border bg-sunken py-1.5 pr-1.5 pl-3">
      <code className="min-w-0 flex-1 text-sm wrap-anywhere">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** `ShownOnce` in a dialog, in place of the form that created it, with a button to close. */
export function ShownOnceInDialog({ onDone, ...shown }: { text: string; label: string; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <ShownOnce {...shown} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
