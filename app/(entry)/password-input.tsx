"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";

interface PasswordInputProps {
  value: string;
  onValueChange: (value: string) => void;
  autoComplete: "current-password" | "new-password";
}

/** A password field with a button to show what was typed. */
export function PasswordInput({ value, onValueChange, autoComplete }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative grid">
      <Input
        type={shown ? "text" : "password"}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="h-10 pe-11"
      />
      <span className="absolute inset-y-0 end-1 grid place-items-center">
        <IconButton
          label={shown ? "Hide the password" : "Show the password"}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </IconButton>
      </span>
    </span>
  );
}
