export type Line = { readonly name: string; readonly values: readonly number[]; readonly isPlan?: boolean };
/** Lines over the same steps, from 0 to the largest value. */
export type Chart = {
  readonly title: string;
  readonly across: string;
  readonly up: string;
  readonly lines: readonly Line[];
};

const WIDTH = 760;
const HEIGHT = 400;
const LEFT = 64;
const RIGHT = 150;
const TOP = 44;
const BOTTOM = 52;
const STEPS_UP = 5;
/** Told apart by people who see few colours, and on white as on black. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00'];

/** A picture for the documentation; its own background, so that it reads in either scheme. */
export function lineChart({ title, across, up, lines }: Chart): string {
  const steps = Math.max(...lines.map(({ values }) => values.length)) - 1;
  const most = Math.max(...lines.flatMap(({ values }) => values));
  const x = (step: number) => LEFT + ((WIDTH - LEFT - RIGHT) * step) / steps;
  const y = (value: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most;
  const parts: string[] = [];
  for (let step = 0; step <= STEPS_UP; step += 1) {
    const value = (most * step) / STEPS_UP;
    parts.push(
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${fixed(y(value))}" y2="${fixed(y(value))}" stroke="#d9dee5"/>`,
      `<text x="${LEFT - 8}" y="${fixed(y(value) + 4)}" text-anchor="end">${Math.round(value * 100)} %</text>`,
    );
  }
  for (let step = 0; step <= steps; step += Math.ceil(steps / 8)) {
    parts.push(`<text x="${fixed(x(step))}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${step}</text>`);
  }
  for (const [at, { name, values, isPlan = false }] of lines.entries()) {
    const colour = isPlan ? '#39424e' : COLOURS[(at - 1) % COLOURS.length];
    const points = values.map((value, step) => `${fixed(x(step))},${fixed(y(value))}`).join(' ');
    const legend = TOP + 10 + at * 22;
    const dash = isPlan ? ' stroke-dasharray="6 4"' : '';
    parts.push(
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`,
      `<line x1="${WIDTH - RIGHT + 16}" x2="${WIDTH - RIGHT + 40}" y1="${legend}" y2="${legend}" stroke="${colour}" stroke-width="2"${dash}/>`,
      `<text x="${WIDTH - RIGHT + 48}" y="${legend + 4}">${name}</text>`,
    );
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="#39424e" role="img" aria-label="${title}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#ffffff"/>`,
    `<text x="${LEFT}" y="26" font-size="15" font-weight="600">${title}</text>`,
    ...parts,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${across}</text>`,
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${up}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function fixed(value: number): string {
  return value.toFixed(1);
}
