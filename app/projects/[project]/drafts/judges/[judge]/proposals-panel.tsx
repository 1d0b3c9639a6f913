import { InstructionCard } from "@/app/projects/[project]/drafts/judges/[judge]/instruction-card";
import { ProposeButton } from "@/app/projects/[project]/drafts/judges/[judge]/propose-button";
import { RefreshWhileWaiting } from "@/app/projects/[project]/drafts/judges/[judge]/refresh-while-waiting";
import { ButtonLink } from "@/components/ui/button-link";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { failureWords } from "@/lib/drafting/rules/wording";
import type { InstructionView, ProposalView } from "@/lib/judge/schema/proposals";

const FAILURES: Record<string, string> = {
  unreadable: "The model’s answer had no list of instructions.",
  interrupted: "The worker was stopped before the answer came.",
  unauthorised: "The endpoint refused the key. Check it under Drafts → Endpoints.",
  "endpoint-budget": "The budget of the endpoint is spent.",
};

interface ProposalsPanelProps {
  proposals: readonly ProposalView[];
  version: { id: string; number: number; model: string };
  dataset: string;
  /** Address of the judge's page. */
  here: string;
  mayEdit: boolean;
  /** The version has disagreements on the development part. */
  hasDisagreements: boolean;
}

/** Instructions that a model proposes from the disagreements on development labels, for the admin to decide on. */
export function ProposalsPanel({
  proposals,
  version,
  dataset,
  here,
  mayEdit,
  hasDisagreements,
}: ProposalsPanelProps) {
  return (
    <Panel
      id="instructions"
      title="Proposed instructions"
      description={`One call of ${version.model} reads the worst disagreements of version ${version.number} on the development part and proposes instructions. Accepted ones go into a new version.`}
      actions={mayEdit && hasDisagreements && <ProposeButton version={version} dataset={dataset} />}
    >
      {proposals.length === 0 ? (
        <p className="text-sm text-muted">
          {hasDisagreements
            ? "Nothing was proposed yet."
            : "There is nothing to learn from: the version disagrees nowhere on the development part, or was not run on it."}
        </p>
      ) : (
        <ol className="grid gap-6">
          {proposals.map((proposal) => (
            <ProposalItem
              key={proposal.id}
              proposal={proposal}
              mayEdit={mayEdit}
              here={here}
              dataset={dataset}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface ProposalItemProps {
  proposal: ProposalView;
  mayEdit: boolean;
  here: string;
  dataset: string;
}

/** One call of the model, with the instructions it proposed. */
function ProposalItem({ proposal, mayEdit, here, dataset }: ProposalItemProps) {
  return (
    <li className="grid gap-3">
      <Heading proposal={proposal} />
      {proposal.state === "waiting" && (
        <RefreshWhileWaiting>Waiting for the model. This page updates by itself.</RefreshWhileWaiting>
      )}
      {proposal.state === "failed" && (
        <p className="text-sm text-danger">
          {FAILURES[proposal.error ?? ""] ?? failureWords(proposal.error ?? "")}
        </p>
      )}
      {proposal.instructions.length > 0 && (
        <ul className="grid gap-3">
          {proposal.instructions.map((instruction) => (
            <InstructionCard key={instruction.id} instruction={instruction} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
      {mayEdit && proposal.instructions.some(isAccepted) && (
        <div>
          <ButtonLink
            size="sm"
            variant="primary"
            href={`${here}/edit?${new URLSearchParams({ from: String(proposal.version), dataset, proposal: proposal.id })}`}
          >
            New version with {formatQuantity(proposal.instructions.filter(isAccepted).length, "instruction")}
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

function isAccepted({ decisions }: InstructionView): boolean {
  const last = decisions.at(-1);
  return last !== undefined && last.action !== "remove";
}

function Heading({ proposal: { version, model, tasks, requestedAt } }: { proposal: ProposalView }) {
  return (
    <h3 className="text-sm font-medium">
      From version {version}, by {model}
      <span className="block font-normal text-muted">
        <Time at={requestedAt.toISOString()} /> · shown the labels of {formatQuantity(tasks.length, "task")}:{" "}
        <span className="wrap-anywhere">{tasks.join(", ")}</span>
      </span>
    </h3>
  );
}
