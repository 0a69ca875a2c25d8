import { expect, test, vi } from 'vitest';
import { dropKeptCampaign, keepCampaign, keptCampaign } from './kept-campaign.ts';
import { wizardContent } from './wizard-state.ts';

test('what waits to be saved is one person’s within one account', () => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
    removeItem: (key: string) => items.delete(key),
  });
  const me = { id: 1, accountId: 10 };
  const draft = { step: 'target' as const, content: wizardContent(null, '2026-03-10') };
  keepCampaign(me, draft, 'then');
  expect(keptCampaign(me)).toEqual({ ...draft, after: 'then' });
  expect(keptCampaign({ id: 2, accountId: 10 })).toBeNull();
  expect(keptCampaign({ id: 1, accountId: 11 })).toBeNull();
  dropKeptCampaign(me);
  expect(keptCampaign(me)).toBeNull();
  vi.unstubAllGlobals();
});

test('a browser without room keeps nothing, and nothing fails', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => '{',
    setItem: () => {
      throw new Error('full');
    },
  });
  keepCampaign(
    { id: 1, accountId: 1 },
    { step: 'setting', content: wizardContent(null, '2026-03-10') },
    null,
  );
  expect(keptCampaign({ id: 1, accountId: 1 })).toBeNull();
  vi.unstubAllGlobals();
});
