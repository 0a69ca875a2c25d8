import { expect, it } from 'vitest';
import type { MenuAction } from '../../ui/menu-action.ts';
import { shown } from '../../ui/testing/shown.tsx';
import { RecordPage } from './record-page.tsx';

const action = (key: string, given: Partial<MenuAction> = {}): MenuAction => ({
  ...{ key, label: key, onSelect: () => {} },
  ...given,
});

const page = (...actions: MenuAction[]) =>
  shown(
    <RecordPage
      record={{ kind: 'payout', id: 1, state: '' }}
      title="P-1"
      crumb={{ label: 'Payouts', to: '/operator/payouts' }}
      actions={actions}
      facts={[]}
    />,
  );

it('two actions are buttons, more stand in the menu, and what can’t be done now can’t be pressed', () => {
  expect(page(action('Pay'), action('Reject')).buttons).toEqual(['Pay', 'Reject']);
  expect(page(action('Pay'), action('Reject'), action('Fail')).buttons).toHaveLength(3);
  expect(page(action('Pay', { disabled: true }), action('Reject')).disabled).toEqual(['Pay']);
});
