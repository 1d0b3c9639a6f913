"use client";

import { useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import type { Translate } from "@/lib/i18n/rules";
import { FLAG_CODES, isFlagCode, MAX_FLAG_NOTE } from "@/lib/review/schema/codes";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { useReviewWords } from "./answer-labels";

interface FlagDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  flags: ReviewDocument["flags"];
  /** Called with a note to raise or change the flag, null to remove it. */
  onFlag: (code: string, note: string | null) => void;
}

/** Dialog to flag a problem with the material to the admin. The assignment still has to be finished. */
export function FlagDialog({ open, onOpenChange, flags, onFlag }: FlagDialogProps) {
  const t = useTranslations();
  const { flag } = useReviewWords();
  const up = Object.keys(flags);
  const [chosen, setChosen] = useState(up);
  const [note, setNote] = useState(() => Object.values(flags).find(Boolean) ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const codes = [...FLAG_CODES, ...up.filter((code) => !isFlagCode(code))];

  function save() {
    const trimmed = note.trim();
    if (chosen.includes("other") && trimmed === "") return setProblem(t("flag.no-note"));
    for (const code of codes) {
      const before = Object.hasOwn(flags, code) ? flags[code] : null;
      if (!chosen.includes(code)) {
        if (before !== null) onFlag(code, null);
      } else if (before !== trimmed && isFlagCode(code)) onFlag(code, trimmed);
    }
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("flag.title")}
      description={t("flag.about")}
      footer={
        <>
          <DialogClose>
            <Button>{t("ui.cancel")}</Button>
          </DialogClose>
          <Button variant="primary" onClick={save}>
            {t("flag.save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FlagChoices t={t} codes={codes} flag={flag} chosen={chosen} setChosen={setChosen} />
        <FlagNote chosen={chosen} problem={problem} note={note} setNote={setNote} setProblem={setProblem} />
      </div>
    </Dialog>
  );
}

interface FlagNoteProps {
  chosen: string[];
  problem: string | null;
  note: string;
  setNote: (value: string) => void;
  setProblem: (value: string | null) => void;
}

function FlagNote({ chosen, problem, note, setNote, setProblem }: FlagNoteProps) {
  const t = useTranslations();
  return (
    <Field label={t("flag.note")} required={chosen.includes("other")} error={problem}>
      <Textarea
        value={note}
        maxLength={MAX_FLAG_NOTE}
        onChange={(event) => {
          setNote(event.target.value);
          setProblem(null);
        }}
      />
    </Field>
  );
}

interface FlagChoicesProps {
  t: Translate;
  codes: string[];
  flag: (code: string) => string;
  chosen: string[];
  setChosen: (value: string[]) => void;
}

/** Flags to tick. */
function FlagChoices({ t, codes, flag, chosen, setChosen }: FlagChoicesProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-2 text-sm font-medium">{t("flag.what")}</legend>
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
  );
}
