/** A line of two texts laid beside each other. */
export type DiffLine = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Longer texts are shown whole, the old one before the new one: the table of all pairs of lines would be larger than the texts. */
const MOST_PAIRS = 1_000_000;

/**
 * What was removed and what was added between two texts, line by line, in the fewest such lines. What is the same stands
 * once; the lines that are not `added` make up the old text, those that are not `removed` the new one.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before.split('\n');
  const now = after.split('\n');
  const head = commonHead(old, now);
  const tail = commonTail(old.slice(head), now.slice(head));
  const [removed, added] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  return [
    ...old.slice(0, head).map((text) => ({ kind: 'same' as const, text })),
    ...middle(removed, added),
    ...old.slice(old.length - tail).map((text) => ({ kind: 'same' as const, text })),
  ];
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

function commonTail(a: readonly string[], b: readonly string[]): number {
  let at = 0;
  while (at < a.length && at < b.length && a[a.length - 1 - at] === b[b.length - 1 - at]) at += 1;
  return at;
}

/** By the longest common subsequence, whose lengths are counted from the end. */
function middle(removed: readonly string[], added: readonly string[]): DiffLine[] {
  const whole = (kind: 'removed' | 'added', lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ kind, text }));
  if (removed.length * added.length > MOST_PAIRS || removed.length === 0 || added.length === 0) {
    return [...whole('removed', removed), ...whole('added', added)];
  }
  const width = added.length + 1;
  const longest = new Uint32Array((removed.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = removed.length - 1; i >= 0; i -= 1) {
    for (let j = added.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        removed[i] === added[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < removed.length && j < added.length) {
    const text = removed[i] ?? '';
    if (text === added[j]) {
      lines.push({ kind: 'same', text });
      [i, j] = [i + 1, j + 1];
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push({ kind: 'removed', text });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: added[j] ?? '' });
      j += 1;
    }
  }
  return [...lines, ...whole('removed', removed.slice(i)), ...whole('added', added.slice(j))];
}
