import type { Profiler } from 'node:inspector';

const MOST = 16;
const ROOT = new URL('../../../', import.meta.url).href;

/**
 * The functions in which a stretch of a profile was spent, those they called included, most first: `12 ms name file:line`. What is
 * Node's own is named only where it was running itself.
 * @param from and `to`: in ms by the clock of the profile
 */
export function hottestFrames(profile: Profiler.Profile, from: number, to: number): string[] {
  const frames = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)),
  );
  const spent = new Map<string, number>();
  let at = profile.startTime / 1_000;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const before = at;
    at += (profile.timeDeltas?.[index] ?? 0) / 1_000;
    const ms = Math.min(at, to) - Math.max(before, from);
    if (ms <= 0) continue;
    const names = new Set<string>();
    for (let node: number | undefined = id; node !== undefined; node = parents.get(node)) {
      const frame = frames.get(node)?.callFrame;
      if (frame === undefined || (node !== id && !frame.url.startsWith('file:'))) continue;
      const place = frame.url === '' ? '' : ` ${frame.url.replace(ROOT, '')}:${frame.lineNumber + 1}`;
      names.add(`${frame.functionName || '(anonymous)'}${place}`);
    }
    for (const name of names) spent.set(name, (spent.get(name) ?? 0) + ms);
  }
  return [...spent]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .map(([name, ms]) => `${Math.round(ms)} ms ${name}`);
}
