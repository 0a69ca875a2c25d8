import { setImmediate as nextTurn } from 'node:timers/promises';

/** How often others had their turn while the work went on. */
export async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let going = true;
  const others = (async () => {
    for (await nextTurn(); going; await nextTurn()) turns += 1;
  })();
  await work();
  going = false;
  await others;
  return turns;
}
