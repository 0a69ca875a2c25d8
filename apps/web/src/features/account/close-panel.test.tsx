import type { ClosingPreview } from '@placard/contract/closing';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import CloseDialog from './close-dialog.tsx';
import { ClosePanel } from './close-panel.tsx';

const dialog = (preview: Partial<ClosingPreview>) =>
  shown(<CloseDialog onClose={() => {}} />, [answered(api.closing.preview, undefined, preview)]);

it('an account is closed by its owner alone', () => {
  expect(shown(<ClosePanel />).buttons).toEqual(['Close account']);
  expect(shown(<ClosePanel />, [], { user: { member: 'manager' } }).words).toBe('');
});

it('an account is not closed while something stands in its way', () => {
  expect(dialog({}).buttons).toContain('Close the account');
  const held = dialog({ obstacles: ['payout_open'] });
  expect(held.words).toContain('payout');
  expect(held.buttons).not.toContain('Close the account');
});

it('what is left has to be given up, and is named', () => {
  expect(dialog({}).markup).not.toContain('type="checkbox"');
  expect(dialog({ balance: 12.5 }).words).toContain('$12.50');
  expect(dialog({ earnings: 3, balance: 0.01 }).words).toMatch(/\$0\.01.*\$3\.00/);
});
