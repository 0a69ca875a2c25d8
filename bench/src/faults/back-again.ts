import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** Waits until `look` holds; what it throws counts as not yet. @returns milliseconds, or null after the patience */
export async function msUntil(look: () => Promise<boolean>, patienceMs: number): Promise<number | null> {
  const begin = performance.now();
  for (;;) {
    const holds = await look().catch(() => false);
    const ms = performance.now() - begin;
    if (holds) return ms;
    if (ms > patienceMs) return null;
    await sleep(LOOK_EVERY_MS);
  }
}

export async function answersOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  await answer.arrayBuffer();
  return answer.status === 200;
}

/** A figure of a process, 0 where it has none. */
export async function figure(watchUrl: string, name: string): Promise<number> {
  const answer = await fetch(`${watchUrl}/metrics`, { signal: AbortSignal.timeout(5_000) });
  const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
