const WIDTH = 96;
const HEIGHT = 32;
const PAD = 2;

/** Path of the values over the given box; a single value lies flat in the middle. */
export function sparkPath(values: readonly number[], width: number, height: number, pad: number): string {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = values.length > 1 ? (width - 2 * pad) / (values.length - 1) : 0;
  return values
    .map((value, index) => {
      const share = span === 0 ? 0.5 : (value - low) / span;
      const x = pad + index * step;
      const y = height - pad - share * (height - 2 * pad);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** The shape of a figure over time, without axes; the figure beside it says the rest. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2 || values.every((value) => value === 0)) return null;
  const line = sparkPath(values, WIDTH, HEIGHT, PAD);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" height="100%" preserveAspectRatio="none" aria-hidden>
      <path d={`${line}L${WIDTH - PAD} ${HEIGHT}L${PAD} ${HEIGHT}Z`} fill="currentColor" opacity={0.09} />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
