"use client";

import { Flag } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/textarea";
import { flagInWords } from "@/lib/review/rules/words";
import { FlagCode, MAX_FLAG_NOTE, type ReviewDocument } from "@/lib/review/schema";

interface FlagDialogProps {
  flags: ReviewDocument["flags"];
  /** A note raises the flag or changes what is said with it; null takes it down. */
  onFlag: (code: string, note: string | null) => void;
}

/** Tells whoever runs the batch what is wrong with the material. Flagging is no way out: the work goes on. */
export function FlagDialog({ flags, onFlag }: FlagDialogProps) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const up = Object.keys(flags);
  const codes = [...FlagCode.options, ...up.filter((code) => !FlagCode.safeParse(code).success)];

  function show(next: boolean) {
    if (next) {
      setChosen(up);
      setNote(Object.values(flags).find(Boolean) ?? "");
      setProblem(null);
    }
    setOpen(next);
  }

  function save() {
    const said = note.trim();
    if (chosen.includes("other") && said === "") return setProblem("Say in a few words what is wrong.");
    for (const code of codes) {
      const before = Object.hasOwn(flags, code) ? flags[code] : null;
      if (!chosen.includes(code)) {
        if (before !== null) onFlag(code, null);
      } else if (before !== said && FlagCode.safeParse(code).success) onFlag(code, said);
    }
    setOpen(false);
  }

  return (
    <>
      <IconButton
        label={up.length > 0 ? `Flagged: ${up.map(flagInWords).join(", ")}` : "Flag a problem"}
        onClick={() => show(true)}
        className={up.length > 0 ? "text-warning" : undefined}
      >
        <Flag className={up.length > 0 ? "fill-current" : undefined} />
      </IconButton>
      <Dialog
        open={open}
        onOpenChange={show}
        title="Flag a problem"
        description="For whoever runs the batch. It changes nothing in what is asked of you here."
        footer={
          <>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button variant="primary" onClick={save}>
              Save flags
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <fieldset className="grid gap-2">
            <legend className="pb-2 text-sm font-medium">What is wrong</legend>
            {codes.map((code) => (
              <Checkbox
                key={code}
                label={flagInWords(code)}
                checked={chosen.includes(code)}
                onCheckedChange={(on) =>
                  setChosen(on ? [...chosen, code] : chosen.filter((other) => other !== code))
                }
              />
            ))}
          </fieldset>
          <Field label="Note" required={chosen.includes("other")} error={problem}>
            <Textarea
              value={note}
              maxLength={MAX_FLAG_NOTE}
              onChange={(event) => {
                setNote(event.target.value);
                setProblem(null);
              }}
            />
          </Field>
        </div>
      </Dialog>
    </>
  );
}
