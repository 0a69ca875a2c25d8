import type { OperationMeta } from '@placard/contract/operation';
import { expect, it } from 'vitest';
import type { Actor } from '../deps.ts';
import { authorise, type Caller } from './access.ts';
import { AppError } from './app-error.ts';

const ACTOR: Actor = {
  ...{ userId: 1, accountId: 2, member: 'owner', sessionId: 3 },
  ...{ roles: ['advertiser'], timeZone: 'UTC' },
};
type User = Extract<Caller, { kind: 'user' }>;
const user = ({ member = 'owner', ...other }: Partial<User> & Partial<Pick<Actor, 'member'>> = {}): User => ({
  ...{ kind: 'user', mustEnrol: false, mustStepUp: false, key: null, looks: false },
  ...other,
  actor: { ...ACTOR, member },
});
const key = (...scopes: ('read' | 'work' | 'money')[]) => ({ key: { id: 9, scopes } });

/** The code of the refusal, or the account for which it may. */
function told(meta: OperationMeta, method: string, caller: Caller): unknown {
  try {
    return authorise(meta, method, caller)?.accountId ?? null;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

const OPEN: OperationMeta = { access: 'public' };
const OWN: OperationMeta = { access: 'signedIn' };
const WORK: OperationMeta = { access: ['publisher', 'advertiser'], part: 'work', denied: 'campaigns_denied' };
const MONEY: OperationMeta = { access: ['advertiser'], part: 'money', stepUp: true };
const OTHERS: OperationMeta = { access: ['operator'] };

it.each<[string, OperationMeta, 'GET' | 'POST', Caller, unknown]>([
  ['public: nobody', OPEN, 'POST', { kind: 'nobody' }, null],
  ['public: who is suspended', OPEN, 'GET', { kind: 'suspended' }, null],
  ['public: somebody', OPEN, 'POST', user(), 2],
  ['public: a key adds nothing', OPEN, 'GET', user(key('read')), null],
  ['public: a look adds nothing', OPEN, 'GET', user({ looks: true }), null],
  ['a look changes nothing, be it public', OPEN, 'POST', user({ looks: true }), 'look_reads_only'],
  ['a look reads', WORK, 'GET', user({ looks: true }), 2],
  ['a look writes', WORK, 'POST', user({ looks: true }), 'look_reads_only'],
  ['a look at what is withheld', { ...WORK, withheld: true }, 'GET', user({ looks: true }), 'look_withheld'],
  ['nobody', OWN, 'GET', { kind: 'nobody' }, 'unauthenticated'],
  ['suspended', OWN, 'GET', { kind: 'suspended' }, 'account_suspended'],
  ['no member of that account', OWN, 'GET', { kind: 'stranger' }, 'not_a_member'],
  ['somebody', OWN, 'GET', user(), 2],
  ['who must enrol', OWN, 'GET', user({ mustEnrol: true }), 'totp_enrolment_required'],
  ['who enrols', { ...OWN, whileEnrolling: true }, 'POST', user({ mustEnrol: true }), 2],
  ['one of several roles', WORK, 'GET', user(), 2],
  ['another role', OTHERS, 'GET', user(), 'forbidden'],
  ['another role, in its words', { ...OTHERS, denied: 'websites_denied' }, 'GET', user(), 'websites_denied'],
  ['a member who may not looks', WORK, 'GET', user({ member: 'viewer' }), 2],
  ['a member who may not', WORK, 'POST', user({ member: 'viewer' }), 'member_denied'],
  ['a member who may', WORK, 'POST', user({ member: 'manager' }), 2],
  ['a key that reads', WORK, 'GET', user(key('read')), 2],
  ['a key that only reads', WORK, 'POST', user(key('read')), 'key_scope_missing'],
  ['a key with the other scope', WORK, 'POST', user(key('read', 'money')), 'key_scope_missing'],
  ['a key that does not read', WORK, 'GET', user(key('work')), 'key_scope_missing'],
  ['a key that works', WORK, 'POST', user(key('work')), 2],
  ['a key for what is a person’s', { ...OWN, personal: true }, 'GET', user(key('read')), 'key_denied'],
  ['a key for what nobody thought of', OWN, 'POST', user(key('read', 'work', 'money')), 'key_denied'],
  // That there is no way for keys is said before anything of the role.
  ['a key for what is the operators’', OTHERS, 'GET', user(key('read')), 'key_denied'],
  ['money', MONEY, 'POST', user(), 2],
  ['money, of whom it wants to know again', MONEY, 'POST', user({ mustStepUp: true }), 'step_up_required'],
  ['anything else of whom it wants to know again', WORK, 'POST', user({ mustStepUp: true }), 2],
])('%s', (_who, meta, method, caller, expected) => {
  expect(told(meta, method, caller)).toBe(expected);
});

it('says which scope a key lacks', () => {
  expect(() => authorise(WORK, 'POST', user(key('read')))).toThrow(
    expect.objectContaining({ told: { reason: 'key_lacks_scope', value: 'work' } }),
  );
});
