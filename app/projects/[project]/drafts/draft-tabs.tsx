import { NavTabs } from "@/components/shell/primary-nav";

/** Tabs of drafting: runs, judges, comparison, and endpoints. */
export function DraftTabs({ project, isAdmin }: { project: string; isAdmin: boolean }) {
  const home = `/projects/${project}/drafts`;
  return (
    <NavTabs
      label="Drafts"
      className="-mx-2 border-b"
      items={[
        { label: "Runs", href: home },
        { label: "Judges", href: `${home}/judges` },
        { label: "LLM vs people", href: `${home}/compare` },
        ...(isAdmin ? [{ label: "Models", href: `${home}/endpoints` }] : []),
      ]}
    />
  );
}
