"use client";

import { Download } from "lucide-react";
import { saveFile } from "@/components/charts/save-file";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { DataTable } from "@/components/ui/data-table";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { csvLine } from "@/lib/formats/csv";
import { ROLE_NAMES } from "@/lib/project/rules";
import type { Role } from "@/lib/project/schema";

/** An invitation as JSON, with times as text. */
export interface InvitedPerson {
  id: string;
  email: string;
  name: string;
  role: Role;
  url: string;
  expiresAt: string;
  /** True if the link was sent to the address as well. */
  mailed: boolean;
}

interface InviteLinksProps {
  projectId: string;
  people: readonly InvitedPerson[];
  onMore: () => void;
}

const columns = [
  { id: "email", header: "E-mail" },
  { id: "role", header: "Role" },
  { id: "link", header: "Link", sortable: false, minWidth: "14rem" },
];

/** Links of new invitations, to copy one by one or all together. */
export function InviteLinks({ projectId, people, onMore }: InviteLinksProps) {
  function download() {
    const rows = people.map(({ email, name, role, url, expiresAt }) =>
      csvLine([email, name, role, url, expiresAt]),
    );
    const csv = csvLine(["email", "name", "role", "link", "works_until"]) + rows.join("");
    saveFile(new Blob([csv], { type: "text/csv" }), "invitations.csv");
  }

  return (
    <>
      <LinksBanner people={people} />
      <Panel
        flush
        title={formatQuantity(people.length, "link")}
        actions={
          <Button onClick={download}>
            <Download aria-hidden="true" />
            Download as CSV
          </Button>
        }
      >
        <LinksTable people={people} />
      </Panel>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="primary" href={`/projects/${projectId}/people`}>
          Done
        </ButtonLink>
        <Button onClick={onMore}>Invite more</Button>
      </div>
    </>
  );
}

function LinksTable({ people }: { people: readonly InvitedPerson[] }) {
  return (
    <DataTable
      caption="Invitation links"
      columns={columns}
      atFirst={100}
      rows={people.map(({ id, email, role, url }) => ({
        id,
        email,
        role: ROLE_NAMES[role],
        link: {
          value: url,
          content: (
            <span className="flex items-center gap-2">
              <code className="min-w-0 flex-1 text-xs wrap-anywhere">{url}</code>
              <CopyButton text={url} label={`Copy the link of ${email}`} />
            </span>
          ),
        },
      }))}
    />
  );
}

/** Notice about the links: sent by mail, or to be handed out by the admin. */
function LinksBanner({ people }: { people: readonly InvitedPerson[] }) {
  return people.every(({ mailed }) => mailed) ? (
    <Banner title="The invitations are on their way by e-mail" live>
      If one does not arrive, its link is here: it is shown this once and works once.
    </Banner>
  ) : (
    <Banner tone="warning" title="Copy or download the links now" live>
      They are shown only once. Anyone with a link can use it once; no e-mail is sent.
    </Banner>
  );
}
