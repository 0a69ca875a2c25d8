import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const css = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

/** The hex tokens of one scheme; the dark one inherits what it doesn't set. @param after what stands before its block */
function tokens(selector: string, after = ''): Map<string, string> {
  const start = css.indexOf(`${selector} {`, css.indexOf(after));
  if (start < 0) throw new Error(`tokens.css has no ${selector}`);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

const light = tokens(':root');
const dark = new Map([...light, ...tokens(':root[data-mantine-color-scheme="dark"]')]);
const moreLight = new Map([...light, ...tokens(':root', '@media (prefers-contrast: more)')]);
const moreDark = new Map([
  ...dark,
  ...tokens(':root[data-mantine-color-scheme="dark"]', '@media screen and (prefers-contrast: more)'),
]);

/** Relative luminance by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['canvas', 'paper', 'sunken', 'hover'];
const TEXT_PAIRS = [
  ...['ink', 'ink-2', 'ink-3', 'accent'].flatMap((text) =>
    SURFACES.map((surface) => [text, surface] as const),
  ),
  ...['good', 'warn', 'bad', 'info', 'quiet'].map((tone) => [tone, `${tone}-soft`] as const),
  ...['bad', 'good'].flatMap((tone) => ['canvas', 'paper'].map((surface) => [tone, surface] as const)),
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['ink-2', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-bad', 'bad'],
  ['on-bad', 'bad-hover'],
] as const;
const SHAPE_PAIRS = [1, 2, 3, 4, 5].map((index) => [`chart-${index}`, 'paper'] as const);

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s scheme', (_, scheme) => {
  it.each(TEXT_PAIRS)('%s is readable on %s', (text, surface) => {
    expect(contrast(scheme.get(text) ?? '', scheme.get(surface) ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...SHAPE_PAIRS, ['focus', 'canvas'], ['focus', 'paper']] as const)(
    '%s stands out on %s',
    (shape, surface) => {
      expect(contrast(scheme.get(shape) ?? '', scheme.get(surface) ?? '')).toBeGreaterThanOrEqual(3);
    },
  );
});

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s scheme', (_, scheme) => {
  it.each([...SURFACES, 'raised'])('the edge of a field is seen on %s', (surface) => {
    expect(contrast(scheme.get('field-line') ?? '', scheme.get(surface) ?? '')).toBeGreaterThanOrEqual(3);
  });
});

describe.each([
  ['light', moreLight],
  ['dark', moreDark],
] as const)('%s scheme where more contrast is asked for', (_, scheme) => {
  it.each(TEXT_PAIRS)('%s is read at 7:1 on %s', (text, surface) => {
    expect(contrast(scheme.get(text) ?? '', scheme.get(surface) ?? '')).toBeGreaterThanOrEqual(7);
  });

  it.each(
    ['line', 'line-strong', 'field-line', 'accent-line', 'focus'].flatMap((edge) =>
      [...SURFACES, 'raised'].map((surface) => [edge, surface] as const),
    ),
  )('%s is seen at 4.5:1 on %s', (edge, surface) => {
    expect(contrast(scheme.get(edge) ?? '', scheme.get(surface) ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});
