"use client";

import { RadioGroup } from "@/components/ui/radio-group";
import { ROLE_NAMES, ROLE_RIGHTS } from "@/lib/project/rules";
import { Role } from "@/lib/project/schema";

/** The three roles with what each may do. */
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
