import { Time } from "@/components/ui/time";
import { type DesignSettings, isPast, settingsInWords } from "@/lib/batch/rules/settings";

/** All settings of a design besides numbers and steps, before and after opening. */
export function SettingsList({ design }: { design: DesignSettings }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
      {settingsInWords(design).map((setting) => (
        <div key={setting.name} className="sm:contents">
          <dt className="text-muted">{setting.name}</dt>
          <dd className="wrap-anywhere">{"day" in setting ? <Due day={setting.day} /> : setting.words}</dd>
        </div>
      ))}
    </dl>
  );
}

function Due({ day }: { day: string }) {
  return (
    <>
      <Time at={day} show="date" />
      {isPast(day) && <span className="text-danger"> · that day is over already</span>}
    </>
  );
}
