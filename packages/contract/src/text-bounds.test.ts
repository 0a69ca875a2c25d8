import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueMessage, issueParts } from './issue-messages.ts';
import { inputPlaces } from './testing/walk-schemas.ts';

const bounded = inputPlaces().flatMap(({ operation, path, schema }) => {
  const most = schema instanceof z.ZodString ? schema.maxLength : null;
  return most === null ? [] : [{ operation, path, schema, most }];
});

test('texts have bounds in many places', () => {
  expect(bounded.length).toBeGreaterThan(200);
});

test.each(bounded)('$operation says of $path how long it may be, or what it is', ({ schema, most }) => {
  const told = (schema.safeParse('x'.repeat(most + 1)).error?.issues ?? []).map(({ message }) => message);
  const figures = new Intl.NumberFormat('en').format(most);
  // What has a form of its own is refused by it: an address of mail is no text that is too long.
  const says = told.filter(
    (message) =>
      issueMessage(message).includes(figures) || /_invalid(_account)?$/.test(issueParts(message)?.code ?? ''),
  );
  expect(says.length, told.join()).toBeGreaterThan(0);
});
