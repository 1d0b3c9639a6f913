import { Ellipsis } from "lucide-react";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

/** The menu of what can be changed about a person, at the end of their row. */
export function ChangeMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  return (
    <DropdownMenu
      label={`Change ${name}`}
      trigger={
        <IconButton label={`Change ${name}`} size="sm" variant="quiet">
          <Ellipsis />
        </IconButton>
      }
      items={items}
    />
  );
}
