interface SparkbarProps {
  /** Accessible name: "How often each score was given". */
  label: string;
  /** One bar each, in order. */
  values: readonly { name: string; count: number }[];
}

const HEIGHT = 16;
const BAR = 5;
const GAP = 2;

/** Word-sized bar chart of a few counts. */
export function Sparkbar({ label, values }: SparkbarProps) {
  const most = Math.max(1, ...values.map(({ count }) => count));
  const width = values.length * (BAR + GAP) - GAP;
  const words = values.map(({ name, count }) => `${name}: ${count}`).join(", ");
  return (
    <svg
      role="img"
      aria-label={`${label}. ${words}`}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      className="inline-block align-middle text-accent"
    >
      <title>{words}</title>
      {values.map(({ name, count }, index) => {
        // A count of 0 keeps a hairline, so that its position stays visible.
        const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT);
        return (
          <rect
            key={name}
            x={index * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            fill="currentColor"
            opacity={count === 0 ? 0.5 : 1}
          />
        );
      })}
    </svg>
  );
}
