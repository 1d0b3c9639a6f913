"use client";

import { Check } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { MAX_FLAG_NOTE } from "@/lib/review/schema/codes";

/** Resolves a flag with a note on what was done. */
export function ResolveFlag({ id }: { id: string }) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [resolution, setResolution] = useState("");
  const [empty, setEmpty] = useState(false);
  const { busy, error, send } = useRequest();

  async function resolve() {
    if (resolution.trim() === "") return setEmpty(true);
    if (!(await send(() => callApi("POST", `/api/v1/flags/${id}/resolve`, { resolution })))) return;
    setOpen(false);
    toast.show({ title: "Flag resolved", tone: "positive" });
    router.refresh();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm">
          <Check aria-hidden="true" />
          Resolve…
        </Button>
      }
      title="Resolve this flag"
      description="It leaves the list of open flags. The annotator’s work is not changed by it."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} onClick={() => void resolve()}>
            Resolve flag
          </Button>
        </>
      }
    >
      <Field
        label="What was done about it"
        required
        error={empty ? "Say in a few words what was done." : error?.message}
      >
        <Textarea
          value={resolution}
          maxLength={MAX_FLAG_NOTE}
          onChange={(event) => {
            setResolution(event.target.value);
            setEmpty(false);
          }}
        />
      </Field>
    </Dialog>
  );
}
