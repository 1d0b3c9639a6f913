"use client";

import { Flag } from "lucide-react";
import { useState } from "react";
import { useSay } from "@/components/language/speech";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/textarea";
import { FlagCode, MAX_FLAG_NOTE, type ReviewDocument } from "@/lib/review/schema";
import { useReviewWords } from "./words";

interface FlagDialogProps {
  flags: ReviewDocument["flags"];
  /** A note raises the flag or changes what is said with it; null takes it down. */
  onFlag: (code: string, note: string | null) => void;
}

/** Tells whoever runs the batch what is wrong with the material. Flagging is no way out: the work goes on. */
export function FlagDialog({ flags, onFlag }: FlagDialogProps) {
  const say = useSay();
  const { flag } = useReviewWords();
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
    if (chosen.includes("other") && said === "") return setProblem(say("flag.no-note"));
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
        label={up.length > 0 ? say("flag.flagged", { flags: up.map(flag).join(", ") }) : say("flag.title")}
        onClick={() => show(true)}
        className={up.length > 0 ? "text-warning" : undefined}
      >
        <Flag className={up.length > 0 ? "fill-current" : undefined} />
      </IconButton>
      <Dialog
        open={open}
        onOpenChange={show}
        title={say("flag.title")}
        description={say("flag.about")}
        footer={
          <>
            <DialogClose>
              <Button>{say("ui.cancel")}</Button>
            </DialogClose>
            <Button variant="primary" onClick={save}>
              {say("flag.save")}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <fieldset className="grid gap-2">
            <legend className="pb-2 text-sm font-medium">{say("flag.what")}</legend>
            {codes.map((code) => (
              <Checkbox
                key={code}
                label={flag(code)}
                checked={chosen.includes(code)}
                onCheckedChange={(on) =>
                  setChosen(on ? [...chosen, code] : chosen.filter((other) => other !== code))
                }
              />
            ))}
          </fieldset>
          <Field label={say("flag.note")} required={chosen.includes("other")} error={problem}>
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
