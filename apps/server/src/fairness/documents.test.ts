import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { inDocumentTurn, type MakeDocument, waitingForDocuments } from './documents.ts';
import { ThreadFault } from './thread-pool.ts';
import { TooManyWaiting } from './turns.ts';

afterEach(() => {
  mock.timers.reset();
  syncBuiltinESMExports();
});

it('a document whose turn has come gives way before its work begins, and the next of the account waits for both', async () => {
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const asked = (name: string, giveWay: () => Promise<void>) =>
    inDocumentTurn({ accountId: 1, giveWay }, async () => void steps.push(`${name} works`));
  const first = asked('first', async () => {
    steps.push('first gives way');
    await gate.promise;
  });
  const second = asked('second', async () => void steps.push('second gives way'));
  await nextTurn();
  expect(steps).toEqual(['first gives way']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(steps).toEqual(['first gives way', 'first works', 'second gives way', 'second works']);
});

it('sixty wait in all, of whatever accounts, and one more is refused at once', async () => {
  const gate = Promise.withResolvers<void>();
  const ask = (accountId: number) => inDocumentTurn({ accountId }, async () => await gate.promise);
  // Two are made at once.
  const asked = Array.from({ length: 62 }, (_, account) => ask(account));
  await nextTurn();
  expect(waitingForDocuments()).toBe(60);
  await expect(ask(99)).rejects.toThrow(TooManyWaiting);
  gate.resolve();
  await Promise.all(asked);
  expect(waitingForDocuments()).toBe(0);
});

it('one that takes two minutes is given up, a little less is waited for', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  syncBuiltinESMExports();
  const after = async (ms: number) =>
    await inDocumentTurn({ accountId: 1 }, async (make: MakeDocument) => {
      const made = make('csv', [['a']]);
      mock.timers.tick(ms);
      return await made;
    });
  expect(Buffer.from(await after(119_999)).toString()).toContain('a');
  await expect(after(120_000)).rejects.toThrow(ThreadFault);
});
