"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { uploadStudy } from "@/app/projects/[project]/data/import/upload";
import { DocsLink } from "@/components/shell/docs-link";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { exportRecord } from "@/lib/dataset/rules/records";
import { useRequest } from "@/lib/http/use-request";

/** Form for a dataset without records, into which they are pushed later: imported like a study file of one line. */
export function EmptyDataset({ project }: { project: string }) {
  const [name, setName] = useState("");
  const [made, setMade] = useState(false);
  const { busy, error, send } = useRequest();
  const router = useRouter();

  async function make(event: FormEvent) {
    event.preventDefault();
    const file = new File([exportRecord({ type: "study", version: 1, name: name.trim() })], "empty.jsonl");
    const started = await send(() => uploadStudy(project, file, { format: "study" }, () => {}).outcome);
    if (!started) return;
    setMade(true);
    router.push(`/projects/${project}/data/imports/${started.id}`);
  }

  return (
    <form onSubmit={make} className="grid gap-5">
      {error && <Banner tone="danger" live title={error.message} />}
      <p className="text-sm text-muted">
        For samples that are pushed as they come, by the API, the command line or Python. A batch that takes
        new ones by itself can be opened before the first is there.{" "}
        <DocsLink href="/docs/how-to/import#adding-to-a-dataset">How samples are pushed</DocsLink>
      </p>
      <Field label="Name of the new dataset" required>
        <Input value={name} required maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={busy || made} disabled={name.trim() === ""}>
          Make the dataset
        </Button>
      </div>
    </form>
  );
}
