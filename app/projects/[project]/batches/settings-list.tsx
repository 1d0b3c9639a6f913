import { type DesignSettings, settingsInWords } from "@/lib/batch/rules/settings";

/** Everything that is set in a design besides its numbers and steps. */
export function SettingsList({ design }: { design: DesignSettings }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
      {settingsInWords(design).map(([name, words]) => (
        <div key={name} className="sm:contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
