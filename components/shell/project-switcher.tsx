"use client";

import { ChevronsUpDown, LayoutGrid, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";

interface ProjectSwitcherProps {
  current: string;
  projects: readonly { name: string; href: string }[];
  /** Address of the list of projects. */
  allHref?: string;
  /** Address for creating a project, for users who may. */
  newHref?: string;
}

/** The current project, with a menu of the others. */
export function ProjectSwitcher({ current, projects, allHref, newHref }: ProjectSwitcherProps) {
  const items: MenuItem[] = [
    { heading: "Projects" },
    ...projects.map(({ name, href }) => ({
      label: <span className="block max-w-64 truncate">{name}</span>,
      href,
    })),
  ];
  if (allHref || newHref) items.push("separator");
  if (allHref) items.push({ label: "All projects", href: allHref, icon: <LayoutGrid aria-hidden="true" /> });
  if (newHref) items.push({ label: "New project", href: newHref, icon: <Plus aria-hidden="true" /> });
  return (
    <DropdownMenu
      align="start"
      label="Projects"
      items={items}
      trigger={
        <Button variant="quiet" aria-label={`Project: ${current}`} className="max-w-full text-ink">
          <span className="max-w-[38vw] truncate sm:max-w-60">{current}</span>
          <ChevronsUpDown aria-hidden="true" className="text-muted" />
        </Button>
      }
    />
  );
}
