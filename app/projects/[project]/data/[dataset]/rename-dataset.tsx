"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
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
  const request = useRequest();
  const { error, send } = request;
  const router = useRouter();
  const toast = useToast();

  async function rename() {
    if (!(await send(() => callApi("PATCH", `/api/v1/datasets/${id}`, { name: next })))) return false;
    toast.show({ tone: "positive", title: "Dataset renamed" });
    router.refresh();
    return true;
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename dataset"
      size="sm"
      request={request}
      verb="Rename"
      onSubmit={rename}
    >
      <Field label="Name" required error={problemWith(error, "name")}>
        <Input value={next} maxLength={200} onChange={(event) => setNext(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
