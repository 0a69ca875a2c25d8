import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import { SigningKeysPanel } from './signing-keys-panel.tsx';

type State = 'waits' | 'signs' | 'checks';

const panel = (states: readonly State[], keysLeft = 9) => {
  const items = states.map((state, at) => ({
    id: states.length - at,
    signsFrom: '2026-03-01T00:00:00Z',
    state,
  }));
  return shown(<SigningKeysPanel />, [answered(api.operator.signingKeys, undefined, { items, keysLeft })]);
};

it('another key is made unless one waits already, or no more can be made', () => {
  expect(panel(['signs', 'checks']).disabled).toEqual([]);
  expect(panel(['waits', 'signs']).disabled).toHaveLength(1);
  expect(panel(['signs'], 1).disabled).toEqual([]);
  expect(panel(['signs'], 0).disabled).toHaveLength(1);
});

it('five keys are named, and how many there are besides', () => {
  const checks: State[] = ['checks', 'checks', 'checks', 'checks'];
  expect(panel(['signs', ...checks]).words).not.toContain('older');
  expect(panel(['signs', ...checks, 'checks']).words).toMatch(/1 older/);
});
