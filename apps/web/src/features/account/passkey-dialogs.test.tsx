import { expect, it } from 'vitest';
import { shown } from '../../ui/testing/shown.tsx';
import PasskeyDialog from './passkey-dialogs.tsx';

it('a passkey is added with the second factor too, by whoever has one', () => {
  const codeAsked = (totpEnabled: boolean) =>
    shown(<PasskeyDialog task={{ kind: 'add' }} onClose={() => {}} />, [], {
      user: { totpEnabled },
    }).markup.includes('one-time-code');
  expect(codeAsked(true)).toBe(true);
  expect(codeAsked(false)).toBe(false);
});
