"use client";

import { type FormEvent, useMemo, useState } from "react";
import { RoleChoice } from "@/app/projects/[project]/people/role-choice";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FileDrop } from "@/components/ui/file-drop";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Textarea } from "@/components/ui/textarea";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { readInvitees } from "@/lib/invitation/rules";
import type { LineProblem } from "@/lib/invitation/schema";
import type { Role } from "@/lib/project/schema";
import { type InvitedPerson, InviteLinks } from "./invite-links";

/** Form for invitations, singly, pasted or as CSV; then their links. */
export function InviteForm({ projectId }: { projectId: string }) {
  const [text, setText] = useState("");
  const [role, setRole] = useState<Role>("annotator");
  const [made, setMade] = useState<InvitedPerson[]>();
  /** The server's problems with exactly this text. */
  const [refused, setRefused] = useState<{ text: string; problems: LineProblem[] }>();
  const { busy, error, send } = useRequest();
  const reading = useMemo(() => readInvitees(text, role), [text, role]);
  const known = refused?.text === text ? refused.problems : [];
  const problems = [
    ...new Map(
      [...reading.problems, ...known].map((each) => [`${each.line} ${each.message}`, each]),
    ).values(),
  ];
  const ready =
    reading.people.length -
    known.filter(({ line }) => reading.people.some((one) => one.line === line)).length;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const path = `/api/v1/projects/${projectId}/invitations`;
    const answer = await send(async () => {
      const outcome = await callApi<{ invitations: InvitedPerson[] }>("POST", path, { people: text, role });
      if (!outcome.ok && outcome.error.code === "not-invitable") {
        setRefused({ text, problems: (outcome.error.detail as { problems: LineProblem[] }).problems });
      }
      return outcome;
    });
    if (answer) setMade(answer.invitations);
  }

  if (made) {
    return (
      <InviteLinks
        projectId={projectId}
        people={made}
        onMore={() => {
          setMade(undefined);
          setText("");
        }}
      />
    );
  }

  return (
    <form onSubmit={submit} className="grid gap-6">
      <Panel title="Who">
        <div className="grid gap-4">
          <Field
            label="E-mail addresses"
            hint="One or many, as they come out of your mail program; or a CSV with the columns email, name, role."
          >
            <Textarea
              rows={8}
              value={text}
              spellCheck={false}
              placeholder={"ada@example.org\nBo Berg <bo@example.org>"}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <FileDrop
            label="Drop a CSV here"
            accept={[".csv", ".txt", ".tsv"]}
            maxBytes={400_000}
            onFiles={async ([file]) => file && setText(await file.text())}
          />
          {problems.length > 0 && <Problems problems={problems} />}
        </div>
      </Panel>
      <Panel title="Default role" description="For every line that names no role.">
        <RoleChoice value={role} onValueChange={setRole} />
      </Panel>
      {error && <Banner tone="danger" title={error.message} live />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={busy} disabled={ready === 0 || problems.length > 0}>
          {ready === 0 ? "Make links" : `Make ${formatQuantity(ready, "link")}`}
        </Button>
        <p aria-live="polite" className="text-sm text-muted">
          {problems.length > 0 && `Fix ${formatQuantity(problems.length, "line")}`}
        </p>
      </div>
    </form>
  );
}

const MOST_SHOWN = 200;

/** Problems by line. */
function Problems({ problems }: { problems: readonly LineProblem[] }) {
  return (
    <section
      aria-label="Lines to fix"
      className="grid gap-2 rounded-md border border-danger-line bg-danger-soft p-3"
    >
      <ul className="grid max-h-72 gap-1 overflow-y-auto text-sm">
        {problems.slice(0, MOST_SHOWN).map(({ line, text, message }) => (
          <li key={`${line} ${message}`} className="wrap-anywhere">
            <span className="font-medium">Line {line}:</span> {message}{" "}
            {text && <span className="text-muted">{text.length > 80 ? `${text.slice(0, 79)}…` : text}</span>}
          </li>
        ))}
      </ul>
      {problems.length > MOST_SHOWN && (
        <p className="text-sm text-muted">and {formatQuantity(problems.length - MOST_SHOWN, "more line")}</p>
      )}
    </section>
  );
}
