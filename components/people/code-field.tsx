import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** False where only the app's own codes are accepted. */
  recovery?: boolean;
  autoFocus?: boolean;
}

/** A field for a code of an authenticator app. */
export function CodeField({ value, onChange, recovery = true, autoFocus = false }: CodeFieldProps) {
  return (
    <Field
      label="Code"
      hint={recovery ? "Six digits from your app, or a recovery code." : "Six digits from your app."}
    >
      <Input
        autoComplete="one-time-code"
        inputMode={recovery ? "text" : "numeric"}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 font-mono"
      />
    </Field>
  );
}
