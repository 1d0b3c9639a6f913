"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useState } from "react";
import { RemoveProject } from "@/app/projects/[project]/settings/remove-project";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { ON_ERASURE_WORDS } from "@/lib/project/rules";
import { OnErasure } from "@/lib/project/schema";

interface ProjectSettingsProps {
  project: { id: string; name: string; description: string; archived: boolean; onErasure: OnErasure };
  /** Further settings, shown before archiving and removal. */
  children: ReactNode;
}

/** Settings of a project: its name, and whether it is archived. */
export function ProjectSettings({ project, children }: ProjectSettingsProps) {
  const [name, setName] = useState(project.name);
  const [description, setDescription] = useState(project.description);
  const [archiving, setArchiving] = useState(false);
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();
  const path = `/api/v1/projects/${project.id}`;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!(await send(() => callApi("PATCH", path, { name, description })))) return;
    toast.show({ tone: "positive", title: "Settings saved" });
    router.refresh();
  }

  async function choose(onErasure: OnErasure) {
    if (!(await send(() => callApi("PATCH", path, { onErasure })))) return;
    toast.show({ tone: "positive", title: "Settings saved" });
    router.refresh();
  }

  async function archive(archived: boolean) {
    if (!(await send(() => callApi("PATCH", path, { archived })))) return;
    toast.show({ tone: "positive", title: archived ? "Project archived" : "Project restored" });
    router.refresh();
  }

  return (
    <>
      {error && !error.problems && <Banner tone="danger" title={error.message} live />}
      <NamePanel
        save={save}
        error={error}
        name={name}
        project={project}
        setName={setName}
        description={description}
        setDescription={setDescription}
        busy={busy}
      />
      <ErasurePanel project={project} busy={busy} choose={choose} />
      {children}
      <ArchivePanel project={project} archive={archive} busy={busy} setArchiving={setArchiving} />
      <RemoveProject project={project} />
      <ConfirmDialog
        open={archiving}
        onOpenChange={setArchiving}
        title={`Archive ${project.name}?`}
        description="It cannot be changed until it is restored. Nothing is deleted."
        confirmLabel="Archive project"
        onConfirm={() => archive(true)}
      />
    </>
  );
}

interface NamePanelProps {
  save: (event: FormEvent) => Promise<void>;
  error: ApiError | undefined;
  name: string;
  project: ProjectSettingsProps["project"];
  setName: (value: string) => void;
  description: string;
  setDescription: (value: string) => void;
  busy: boolean;
}

/** Name and description of the project. */
function NamePanel({
  save,
  error,
  name,
  project,
  setName,
  description,
  setDescription,
  busy,
}: NamePanelProps) {
  return (
    <Panel title="Name and description">
      <form onSubmit={save} className="grid gap-4">
        <Field label="Name" required error={problemWith(error, "name")}>
          <Input
            value={name}
            maxLength={120}
            disabled={project.archived}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="Description" error={problemWith(error, "description")}>
          <Textarea
            value={description}
            maxLength={2000}
            disabled={project.archived}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={busy} disabled={project.archived}>
            Save
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** Setting for the work of people whose accounts are erased. */
function ErasurePanel({
  project,
  busy,
  choose,
}: {
  project: ProjectSettingsProps["project"];
  busy: boolean;
  choose: (onErasure: OnErasure) => Promise<void>;
}) {
  return (
    <Panel
      title="When an account is erased"
      description="People can erase their own account, and site admins any account. Name, address and platform ids are always deleted. Choose here what happens to the work:"
    >
      <RadioGroup
        label="What becomes of their work"
        labelHidden
        look="cards"
        disabled={project.archived || busy}
        options={OnErasure.options.map((value) => ({
          value,
          label: ON_ERASURE_WORDS[value].label,
          hint: ON_ERASURE_WORDS[value].hint,
        }))}
        value={project.onErasure}
        onValueChange={(onErasure) => choose(onErasure)}
      />
    </Panel>
  );
}

interface ArchivePanelProps {
  project: ProjectSettingsProps["project"];
  archive: (archived: boolean) => Promise<void>;
  busy: boolean;
  setArchiving: (value: boolean) => void;
}

function ArchivePanel({ project, archive, busy, setArchiving }: ArchivePanelProps) {
  return (
    <Panel title={project.archived ? "This project is archived" : "Archive"}>
      <div className="grid justify-items-start gap-3 text-sm">
        <p className="max-w-prose text-muted">
          {project.archived
            ? "It can be read and exported, and nothing in it can be changed."
            : "An archived project can be read and exported, but not changed. It can be restored at any time."}
        </p>
        {project.archived ? (
          <Button onClick={() => archive(false)} busy={busy}>
            Restore project
          </Button>
        ) : (
          <Button onClick={() => setArchiving(true)}>Archive project</Button>
        )}
      </div>
    </Panel>
  );
}
