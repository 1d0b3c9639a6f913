import { Checkbox } from "@/components/ui/checkbox";
import { EventName } from "@/lib/events/schema";
import { EVENT_WORDS } from "@/lib/webhook/rules";

interface EventChoiceProps {
  events: readonly EventName[];
  onChange: (events: readonly EventName[]) => void;
}

/** Choice of a webhook's events. */
export function EventChoice({ events, onChange }: EventChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-sm font-medium">Events</legend>
      {EventName.options.map((event) => (
        <Checkbox
          key={event}
          label={EVENT_WORDS[event].label}
          hint={EVENT_WORDS[event].hint}
          checked={events.includes(event)}
          onCheckedChange={(on) =>
            onChange(EventName.options.filter((one) => (one === event ? on : events.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
