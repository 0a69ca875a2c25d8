import { soon } from '@placard/db/testing/soon';
import { describe, expect, it } from 'vitest';
import { SettlerThreads } from './settler-threads.ts';

/** A thread that tells when it begins and dies by an error as soon as it is told a word. */
const dyingBy = (word: 'wake' | 'stop') => `
  import { parentPort, workerData } from 'node:worker_threads';
  parentPort.postMessage({ fault: 'begun ' + workerData.slice });
  parentPort.on('message', (said) => {
    if (said === '${word}') throw new Error('dies by ' + said);
    if (said === 'stop') parentPort.close();
  });`;

function begin(word: 'wake' | 'stop') {
  const said: string[] = [];
  const died: string[] = [];
  const threads = new SettlerThreads({
    ...{ settlers: 2, databaseUrl: 'postgres://nowhere', onSettled: () => undefined },
    logger: {
      warn: (about: { said: string }) => void said.push(about.said),
      error: (about: { err: Error }) => void died.push(about.err.message),
    },
    program: new URL(`data:text/javascript,${encodeURIComponent(dyingBy(word))}`),
    againMs: 5,
  });
  return { threads, said, died };
}

describe('threads that settle', () => {
  it('begin anew where one died, which is said', async () => {
    const { threads, said, died } = begin('wake');
    await soon(() => expect(said.toSorted()).toEqual(['begun 0', 'begun 1']));
    threads.wake();
    await soon(() => expect(said.toSorted()).toEqual(['begun 0', 'begun 0', 'begun 1', 'begun 1']));
    expect(died).toEqual(['dies by wake', 'dies by wake']);
    await threads.stop();
    expect(said).toHaveLength(4);
  });

  it('are over after a stop also where one dies of it: who leads has the lock to give back', async () => {
    const { threads, said, died } = begin('stop');
    await soon(() => expect(said).toHaveLength(2));
    await threads.stop();
    expect(died).toEqual(['dies by stop', 'dies by stop']);
  });
});
