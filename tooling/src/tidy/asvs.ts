/** What docs/asvs.md may say of a requirement. */
const STATES = ['met', 'part', 'deviation', 'not met', 'n.a.'] as const;
type State = (typeof STATES)[number];

/** Requirements of levels 1 and 2 in version 5.0.0. */
const REQUIREMENTS = 253;

const FILE = /`((?:apps|packages|tooling|bench|e2e|deploy)\/[\w./-]+\.\w+)`/g;
/** Shown by a test, or marked as only read: `(read)`. */
const SHOWN = /\.(?:test|spec)\.tsx?`|[(;] ?read[):,]/;

type Row = { readonly id: string; readonly state: string; readonly how: string };

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function rowsOf(page: string): Row[] {
  const lines = page.split('\n').filter((line) => /^\| V\d+\.\d+\.\d+ \|/.test(line));
  return lines.map((line) => {
    const [id = '', , state = '', how = ''] = cellsOf(line);
    return { id, state, how };
  });
}

function countsOf(rows: readonly Row[], page: string): string[] {
  const faults: string[] = [];
  for (const line of page.split('\n')) {
    const chapter = /^\| (?:(V\d+) |\*\*all\*\*)/.exec(line);
    const told = cellsOf(line)
      .slice(1)
      .map((cell) => cell.replaceAll('*', ''));
    if (chapter === null || !told.every((cell) => /^\d+$/.test(cell))) continue;
    const ours = rows.filter(({ id }) => chapter[1] === undefined || id.startsWith(`${chapter[1]}.`));
    const counted = STATES.map((state) => String(ours.filter((row) => row.state === state).length));
    if (told.join() !== counted.join()) faults.push(`${cellsOf(line)[0]}: ${told} is told, ${counted} is so`);
  }
  return faults;
}

/** What is wrong with the page: numbers twice, states that there are not, files that are gone, sums that are none. */
export function asvsFaults(
  page: string,
  exists: (path: string) => boolean,
  requirements = REQUIREMENTS,
): string[] {
  const rows = rowsOf(page);
  const faults = countsOf(rows, page);
  const ids = rows.map(({ id }) => id);
  for (const id of new Set(ids.filter((each, at) => ids.indexOf(each) !== at)))
    faults.push(`${id} is there twice`);
  for (const { id, state, how } of rows) {
    if (!STATES.includes(state as State)) faults.push(`${id}: "${state}" is no state`);
    if (state === 'met' && !SHOWN.test(how)) faults.push(`${id} is met, and nothing shows it`);
    if (state === 'deviation' && !FILE.test(how)) faults.push(`${id} deviates, and no file is named`);
    FILE.lastIndex = 0;
  }
  for (const [, path = ''] of page.matchAll(FILE)) if (!exists(path)) faults.push(`${path} is not there`);
  const others = Number(/^Besides, (\d+) /m.exec(page)?.[1] ?? 0);
  if (rows.length + others !== requirements)
    faults.push(`${rows.length} rows and ${others} besides are not ${requirements}`);
  return faults;
}
