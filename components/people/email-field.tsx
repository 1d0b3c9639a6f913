"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface EmailFieldProps {
  value: string;
  onChange: (email: string) => void;
  error?: string;
  /** True if users type their own address to sign in, so that browsers may fill it in. */
  signIn?: boolean;
  autoFocus?: boolean;
}

/** The e-mail address of an account. */
export function EmailField({ value, onChange, error, signIn = false, autoFocus }: EmailFieldProps) {
  return (
    <Field label="E-mail address" required={!signIn} error={error}>
      <Input
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoFocus={autoFocus}
        {...(signIn && { autoComplete: "username", required: true, className: "h-10" })}
      />
    </Field>
  );
}
