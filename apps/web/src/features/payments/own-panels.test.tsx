import type { PaidDocument } from '@placard/contract/self-billing';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain, plainRow } from '../../ui/testing/plain-answer.ts';
import { answered, answeredPages, shown } from '../../ui/testing/shown.tsx';
import { OwnWithholding } from './own-withholding.tsx';
import { SelfBilling } from './self-billing.tsx';

const withholding = (withholdingPercent: number, rates = 0) => {
  const { present } = plain(api.withholding.own);
  const items = Array.from({ length: rates }, () => plainRow(api.withholding.own));
  return shown(<OwnWithholding />, [
    answered(api.withholding.own, undefined, { present: { ...present, withholdingPercent }, items }),
  ]).words;
};

it('tax is spoken of to whom it is withheld from, now or one day', () => {
  expect(withholding(0)).toBe('');
  expect(withholding(15)).toContain('15');
  expect(withholding(0, 1)).not.toBe('');
});

const billing = (
  { agreed, isNamed = true }: { agreed: boolean; isNamed?: boolean },
  documents: PaidDocument[] = [],
  role: 'owner' | 'viewer' = 'owner',
) =>
  shown(
    <SelfBilling />,
    [
      answered(api.selfBilling.agreement, undefined, {
        ...{ agreedAt: agreed ? '2026-03-01T00:00:00Z' : null, agreedBy: agreed ? 'Ada' : null, isNamed },
      }),
      answeredPages(api.selfBilling.documents, { limit: 10 }, { items: documents }),
    ],
    { user: { member: role } },
  );

it('whoever has no name for documents can’t agree to them, and is led to where it is given', () => {
  expect(billing({ agreed: false }).disabled).toEqual([]);
  const unnamed = billing({ agreed: false, isNamed: false });
  expect(unnamed.disabled).toHaveLength(1);
  expect(unnamed.markup).toContain('href="/account"');
  expect(billing({ agreed: true, isNamed: false }).disabled).toEqual([]);
  expect(billing({ agreed: false }, [], 'viewer').buttons).toEqual([]);
});

it('that there is no document yet is said to who agreed, and not before', () => {
  expect(billing({ agreed: true }).markup).toContain('line-above');
  expect(billing({ agreed: false }).markup).not.toContain('line-above');
});

it('a document says which one it takes back, or was taken back by', () => {
  const said = (given: Partial<PaidDocument>) =>
    billing({ agreed: true }, [{ ...plainRow(api.selfBilling.documents), ...given }]).words;
  expect(said({ cancels: 'SB-7' })).toContain('SB-7');
  expect(said({ cancelledBy: 'SB-9' })).toContain('SB-9');
  const plainly = said({ label: 'SB-8' });
  expect(plainly).toContain('SB-8');
  expect(plainly).not.toMatch(/cancel/i);
});
