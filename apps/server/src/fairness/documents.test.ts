import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inDocumentTurn } from './documents.ts';

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
