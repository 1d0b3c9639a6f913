import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

/** Shows recovery codes, the only time that they can be seen. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <AlertDialog
      open
      // Neither Escape nor a click beside it: the codes would be gone.
      onOpenChange={() => {}}
      title="Your recovery codes"
      description="Each signs you in once if you lose your app. They are shown only now: print them, or keep them in a password manager."
      actions={
        <Button variant="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
    >
      <div className="grid justify-items-start gap-3">
        <ul className="grid gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join("\n")} label="Copy all" />
      </div>
    </AlertDialog>
  );
}
