import { expect, it } from 'vitest';
import { ApiError, type ApiIssue, INVALID_ANSWER } from './api-error.ts';
import { toldRefusal } from './told-refusal.ts';

const FAILED = 'Failed to save';
const form = {
  failed: FAILED,
  values: { name: '', sizes: [], domain: '' },
  mapPath: (path: string) => path.replace(/^adSet\./, ''),
  renews: true,
};
const answer = (status: number, code: string, message = '', issues: readonly ApiIssue[] = []) =>
  new ApiError({ status, code, message, issues });
const invalid = (...issues: readonly ApiIssue[]) =>
  answer(422, 'invalid_input', 'The input is wrong.', issues);
const nothing = { fields: {}, inForm: null, conflict: false };
const inForm = (words: string) => ({ ...nothing, inForm: words });

it.each([
  [
    'a fault of a field stands at the field alone',
    invalid({ path: 'adSet.name', message: 'Too long.' }),
    { ...nothing, fields: { name: 'Too long.' } },
  ],
  [
    'of several of one field the first, of a list at its row',
    invalid(
      { path: 'sizes.1', message: 'Too wide.' },
      { path: 'name', message: 'Too long.' },
      { path: 'name', message: 'Not so.' },
    ),
    { ...nothing, fields: { 'sizes.1': 'Too wide.', name: 'Too long.' } },
  ],
  [
    'of what the form has no field for, and of all of it, in the form',
    invalid({ path: '', message: 'Nothing changed.' }, { path: 'version', message: 'Too old.' }),
    inForm('Failed to save. Nothing changed. Too old.'),
  ],
  [
    'each where it belongs',
    invalid({ path: 'name', message: 'Too long.' }, { path: 'campaign.endDate', message: 'Over.' }),
    { ...nothing, fields: { name: 'Too long.' }, inForm: 'Failed to save. Over.' },
  ],
  [
    'what is taken is a matter of its field',
    answer(409, 'domain_taken', 'It is taken.'),
    { ...nothing, fields: { domain: 'It is taken.' } },
  ],
  [
    'or of the form without one',
    answer(409, 'email_taken', 'It is taken.'),
    inForm('Failed to save. It is taken.'),
  ],
  [
    'a refusal in its own words',
    answer(409, 'conflict_status', 'It is over.'),
    inForm('Failed to save. It is over.'),
  ],
  ['too many calls', answer(429, 'rate_limited', 'Wait a moment.'), inForm('Failed to save. Wait a moment.')],
  ['a server that is away says nothing of its own', answer(503, 'unavailable', 'upstream'), inForm(FAILED)],
  ['no network', answer(0, 'UNREACHABLE'), inForm(FAILED)],
  [
    'an answer of another shape',
    answer(200, INVALID_ANSWER, 'Unreadable.'),
    inForm('Failed to save. Unreadable.'),
  ],
  ['a fault of the page', new TypeError('x is undefined'), inForm(FAILED)],
  [
    'what was saved elsewhere leads to the newest state',
    answer(409, 'conflict_version', 'It was changed.'),
    { ...nothing, conflict: true },
  ],
] as const)('%s', (_, error, told) => {
  expect(toldRefusal(error, form)).toEqual(told);
});

it('a form that cannot load the newest state says that there is one', () => {
  const changed = answer(409, 'conflict_version', 'It was changed.');
  expect(toldRefusal(changed, { ...form, renews: false })).toEqual(inForm('Failed to save. It was changed.'));
});

it('says what an error with issues says itself, where that is more than that there are some', () => {
  const error = answer(409, 'sepa_unpayable', 'PO-7 has no IBAN.', [{ path: 'ids', message: 'No IBAN.' }]);
  expect(toldRefusal(error, form)).toEqual(inForm('Failed to save. PO-7 has no IBAN.'));
});
