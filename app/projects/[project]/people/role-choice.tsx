"use client";

import { RadioGroup } from "@/components/ui/radio-group";
import { ROLE_NAMES, ROLE_RIGHTS } from "@/lib/project/rules";
import { Role } from "@/lib/project/schema";

/** Radio group of the three roles with their permissions. */
export function RoleChoice({ value, onValueChange }: { value: Role; onValueChange: (role: Role) => void }) {
  return (
    <RadioGroup
      label="Role"
      look="cards"
      options={Role.options.map((role) => ({
        value: role,
        label: ROLE_NAMES[role],
        hint: ROLE_RIGHTS[role],
      }))}
      value={value}
      onValueChange={onValueChange}
    />
  );
}
