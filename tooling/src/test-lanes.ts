import type { Outcome } from './test-report.ts';

export interface Part {
  readonly name: string;
  /** @param keep where what it prints goes instead of to the terminal */
  run(keep?: (printed: string) => void): Promise<Outcome>;
}

export interface PartResult {
  readonly name: string;
  readonly seconds: number;
  readonly outcome: Outcome;
}

function heading(name: string): string {
  return `\n── ${name} ${'─'.repeat(Math.max(1, 70 - name.length))}\n`;
}

async function timed(part: Part, keep?: (printed: string) => void): Promise<PartResult> {
  const start = performance.now();
  const outcome = await part.run(keep);
  return { name: part.name, seconds: (performance.now() - start) / 1000, outcome };
}

/**
 * Runs parts that need nothing of each other side by side: `first` one after the other, then all lanes at once, the parts
 * of a lane one after the other. The first lane prints as it goes; a part of another is told in one piece when it is over.
 * @returns what each came to: those of `first`, then lane by lane
 */
export async function lanes(
  first: readonly Part[],
  beside: readonly (readonly Part[])[],
  print: (text: string) => void,
): Promise<PartResult[]> {
  const aloud = async (parts: readonly Part[]) => {
    const results: PartResult[] = [];
    for (const part of parts) {
      print(heading(part.name));
      results.push(await timed(part));
    }
    return results;
  };
  const inPieces = async (parts: readonly Part[]) => {
    const results: PartResult[] = [];
    for (const part of parts) {
      let said = '';
      results.push(
        await timed(part, (printed) => {
          said += printed;
        }),
      );
      print(`${heading(part.name)}${said}`);
    }
    return results;
  };
  const before = await aloud(first);
  const results = await Promise.all(
    beside.map((parts, index) => (index === 0 ? aloud(parts) : inPieces(parts))),
  );
  return [...before, ...results.flat()];
}
