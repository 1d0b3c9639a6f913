"use client";

import { type FormEvent, useState } from "react";
import { useRecordsImport } from "@/app/projects/[project]/data/import/use-records-import";
import { DocsLink } from "@/components/shell/docs-link";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** Form for a dataset without records, into which they are pushed later: imported like a study file of one line. */
export function EmptyDataset({ project }: { project: string }) {
  const [name, setName] = useState("");
  const { busy, error, start } = useRecordsImport(project);

  async function make(event: FormEvent) {
    event.preventDefault();
    await start([{ type: "study", version: 1, name: name.trim() }], "empty.jsonl");
  }

  return (
    <form onSubmit={make} className="grid gap-5">
      {error && <Banner tone="danger" live title={error.message} />}
      <p className="text-sm text-muted">
        For samples that are pushed as they come, by the API, the command line or Python. A batch that takes
        new ones by itself can be opened before the first sample arrives.{" "}
        <DocsLink href="/docs/how-to/import#adding-to-a-dataset">How samples are pushed</DocsLink>
      </p>
      <Field label="Name of the new dataset" required>
        <Input value={name} required maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ""}>
          Make the dataset
        </Button>
      </div>
    </form>
  );
}
