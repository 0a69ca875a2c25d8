/** Relative links of a Markdown text: where to, and to which heading there. */
export function linksOf(markdown: string): { readonly path: string; readonly heading: string }[] {
  return [...markdown.matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(
    ([, path = '', heading = '']) => ({ path, heading }),
  );
}

/** Headings as links name them. */
export function headingsOf(markdown: string): string[] {
  return [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** `npm run NAME -w WORKSPACE -- FIRST …` of a text; a name in capitals stands for any. */
export function commandsOf(markdown: string) {
  const found = markdown.matchAll(
    /\bnpm run (?:-s |--silent )?([a-z][a-z:-]*)(?: -w ([\w/-]+))?(?: -- ([\w./-]+))?/g,
  );
  return [...found].map(([said, script = '', workspace = '', first = '']) => ({
    said,
    script,
    workspace,
    first: /^[A-Z]+$/.test(first) ? '' : first,
  }));
}

/** Rows of Markdown tables, as cells, headings and the lines below them left out. */
export function rowsOf(markdown: string): string[][] {
  const rows = markdown.split('\n').map((line) => /^ *\|(.*)\|\s*$/.exec(line)?.[1]?.split(' | '));
  return rows.flatMap((cells, index) =>
    cells === undefined || /^[\s|:-]+$/.test(cells.join('|')) || /^ *\|[\s|:-]+\|?$/.test(lineAfter(index))
      ? []
      : [cells.map((cell) => cell.trim())],
  );

  function lineAfter(index: number): string {
    return markdown.split('\n')[index + 1] ?? '';
  }
}

/** What stands in back ticks. */
export function quotedIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
}
