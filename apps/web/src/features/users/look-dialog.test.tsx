import { newLook } from '@placard/contract/looks';
import type { AccountOfOperator } from '@placard/contract/records';
import { LOOK_REASON } from '@placard/domain/account/look';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import LookDialog from './look-dialog.tsx';
import { useLook } from './use-look.tsx';

const account = plain(api.records.account, { status: 'active', roles: ['advertiser'] });

function Actions({ of }: { of: AccountOfOperator }) {
  const { actions, dialog } = useLook(of);
  return (
    <>
      {actions.map(({ key, label }) => (
        <p key={key}>{label}</p>
      ))}
      {dialog}
    </>
  );
}
const offered = (given: Partial<AccountOfOperator>) => shown(<Actions of={{ ...account, ...given }} />).words;

it('an account is looked at while it is active and has a dashboard', () => {
  expect(offered({})).toBe('Look at the dashboard');
  expect(offered({ status: 'suspended' })).toBe('');
  expect(offered({ roles: [] })).toBe('');
});

it('whoever looks says why, and nothing of it is cut off in silence', () => {
  const { markup, words } = shown(<LookDialog account={{ id: 3, name: 'Acme' }} onClose={() => {}} />);
  expect(words).toContain('Acme');
  expect(markup).not.toContain('maxLength');
  const longest = 'x'.repeat(LOOK_REASON.max);
  expect(newLook.safeParse({ id: 3, reason: longest }).success).toBe(true);
  expect(newLook.safeParse({ id: 3, reason: `${longest}x` }).success).toBe(false);
  expect(markup).toMatch(/required=""/);
});
