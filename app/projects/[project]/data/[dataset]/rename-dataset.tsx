"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface RenameDatasetProps {
  id: string;
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog that renames a dataset. */
export function RenameDataset({ id, name, open, onOpenChange }: RenameDatasetProps) {
  const [next, setNext] = useState(name);
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function rename() {
    if (!(await send(() => callApi("PATCH", `/api/v1/datasets/${id}`, { name: next })))) return;
    toast.show({ tone: "positive", title: "Dataset renamed" });
    onOpenChange(false);
    router.refresh();
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Rename dataset" size="sm">
      <Form place="dialog" onSubmit={rename} error={error} busy={busy} verb="Rename">
        <Field label="Name" required error={problemWith(error, "name")}>
          <Input value={next} maxLength={200} onChange={(event) => setNext(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  );
}
