import type { Edge } from './import-graph.ts';
import { isTest } from './source-tree.ts';

/** Files that import one another in a circle, type imports included; each circle once, as its files in order. */
export function fileCircles(graph: readonly Edge[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to, external } of graph) {
    if (!external) next.set(from, [...(next.get(from) ?? []), to]);
  }
  return circlesOf(next);
}

/**
 * A folder of the server below `src`, or one of the dashboard's kits; null for mains, composition and what lies beside
 * them, which join folders.
 */
function folderOf(path: string): string | null {
  return /^apps\/(?:server\/src|web\/src\/kits)\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

/** Such folders that import one another in a circle. Tests may look wherever they want. */
export function folderCircles(graph: readonly Edge[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to, external } of graph) {
    const [own, other] = [folderOf(from), folderOf(to)];
    if (external || isTest(from) || own === null || other === null || own === other) continue;
    next.set(own, [...(next.get(own) ?? []), other]);
  }
  return circlesOf(next);
}

/** Strongly connected parts of more than one node (Tarjan). */
function circlesOf(next: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const seenAt = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string): number => {
    const index = seenAt.size;
    seenAt.set(node, index);
    let low = index;
    open.push(node);
    for (const other of next.get(node) ?? []) {
      if (other === node) found.push([node]);
      else if (!seenAt.has(other)) low = Math.min(low, visit(other));
      else if (open.includes(other)) low = Math.min(low, seenAt.get(other) ?? low);
    }
    if (low === index) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) found.push(circle.sort());
    }
    return low;
  };
  for (const node of next.keys()) if (!seenAt.has(node)) visit(node);
  return found;
}
