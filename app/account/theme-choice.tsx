"use client";

import { parseTheme, THEMES } from "@/components/shell/theme";
import { useTheme } from "@/components/shell/use-theme";
import { Panel } from "@/components/ui/panel";
import { SegmentedControl } from "@/components/ui/segmented-control";

const names = { system: "System", light: "Light", dark: "Dark" };

/** Theme setting of this browser. */
export function ThemeChoice() {
  const [theme, setTheme] = useTheme();
  return (
    <Panel title="Theme" description="In this browser.">
      <SegmentedControl
        label="Theme"
        segments={THEMES.map((value) => ({ value, label: names[value] }))}
        value={theme}
        onValueChange={(value) => setTheme(parseTheme(value))}
      />
    </Panel>
  );
}
