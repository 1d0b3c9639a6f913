import { Circle, CircleCheck } from "lucide-react";
import { DocsLink } from "@/components/shell/docs-link";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type { FirstSteps as Steps } from "@/lib/batch/data/first-steps";
import { DismissFirstSteps } from "./dismiss-first-steps";

const STEPS: Record<keyof Steps, { title: string; about: string; path: string }> = {
  dataset: {
    title: "Bring data in",
    about: "Tasks and responses, from a table, a study file or another tool.",
    path: "data/import",
  },
  run: {
    title: "Have a model draft",
    about: "What annotators will check. Leave it out where they work without drafts.",
    path: "drafts/new",
  },
  annotators: {
    title: "Invite annotators",
    about: "By e-mail address, or later by a link for participants.",
    path: "people/invite",
  },
  batch: {
    title: "Open a batch",
    about: "What is judged, how, and by how many people.",
    path: "batches/new",
  },
  agreement: {
    title: "Read the agreement",
    about: "As soon as two people have judged the same.",
    path: "agreement",
  },
};

/** First steps of an admin in a new project: done steps are ticked, all are links. */
export function FirstSteps({ steps, project }: { steps: Steps; project: string }) {
  const names = Object.keys(STEPS) as (keyof Steps)[];
  const done = names.filter((name) => steps[name]).length;
  return (
    <Panel
      flush
      title="First steps"
      description={
        <span className="flex flex-wrap items-center gap-x-2">
          {done} of {names.length} done.
          <DocsLink href="/docs/tutorials/first-batch">Your first batch</DocsLink>
        </span>
      }
      actions={<DismissFirstSteps />}
    >
      <ol className="divide-y">
        {names.map((name) => (
          <Step key={name} {...STEPS[name]} done={steps[name]} home={`/projects/${project}`} />
        ))}
      </ol>
    </Panel>
  );
}

interface StepProps {
  title: string;
  about: string;
  path: string;
  done: boolean;
  home: string;
}

function Step({ title, about, path, done, home }: StepProps) {
  return (
    <li>
      <Link
        href={`${home}/${path}`}
        className="flex items-start gap-3 px-4 py-2.5 text-sm hover:bg-hover focus-visible:-outline-offset-2"
      >
        {done ? (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
        ) : (
          <Circle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-control" />
        )}
        <span className="grid gap-0.5">
          <span className={done ? "text-muted" : "font-medium"}>
            <span className="sr-only">{done ? "Done" : "To do"}: </span>
            {title}
          </span>
          {!done && <span className="text-muted">{about}</span>}
        </span>
      </Link>
    </li>
  );
}
