import { Link } from "@/components/ui/link";
import type { Member } from "@/lib/auth/actor";
import { findLineage } from "@/lib/batch/data/versions";

interface LineageProps {
  actor: Member<"researcher">;
  batch: string;
  /** Path of the list of batches. */
  home: string;
}

/** The batch this one's design was copied from, and copies of this one. */
export async function Lineage({ actor, batch, home }: LineageProps) {
  const lineage = await findLineage(actor, batch);
  if (!lineage || (!lineage.previous && lineage.next.length === 0)) return null;
  const to = ({ id, name }: { id: string; name: string }) => (
    <Link key={id} href={`${home}/${id}`} className="rounded-sm underline hover:text-ink">
      {name}
    </Link>
  );
  return (
    <span className="flex flex-wrap gap-x-2">
      {lineage.previous && <span>A version of {to(lineage.previous)}</span>}
      {lineage.next.length > 0 && (
        <span className="flex flex-wrap gap-x-2">
          Newer {lineage.next.length === 1 ? "version" : "versions"}: {lineage.next.map(to)}
        </span>
      )}
    </span>
  );
}
