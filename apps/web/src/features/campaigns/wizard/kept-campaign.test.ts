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

test('what cannot be read is nothing, and without room this page keeps it', () => {
  const me = { id: 1, accountId: 1 };
  const items = new Map([['campaign-draft:1:1', '{']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: () => {
      throw new Error('full');
    },
    removeItem: (key: string) => items.delete(key),
  });
  expect(keptCampaign(me)).toBeNull();
  const draft = { step: 'setting' as const, content: wizardContent(null, '2026-03-10') };
  keepCampaign(me, draft, null);
  expect(keptCampaign(me)).toEqual({ ...draft, after: null });
  dropKeptCampaign(me);
  expect(keptCampaign(me)).toBeNull();
  vi.unstubAllGlobals();
});
