import type { AdvertiserHome } from '@placard/contract/homes';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import { WantsMending } from './wants-mending.tsx';

const home = plain(api.homes.advertiser);
const none = { count: 0, items: [] };
const panel = (given: Partial<AdvertiserHome>, member: 'owner' | 'viewer' = 'owner') =>
  shown(<WantsMending home={{ ...home, ...given }} />, [], { user: { member } });

const limited = (reason: AdvertiserHome['limited']['items'][number]['reason'], count = 2) => ({
  ...{ count, lookedAt: count, active: count },
  items: [
    { id: 1, name: 'Spring', reason },
    { id: 2, name: 'Summer', reason },
  ],
});

it('an empty wallet stops all campaigns, and is one step', () => {
  const { words, markup } = panel({ limited: limited('wallet_empty') });
  expect(markup).toContain('/advertiser/billing');
  expect(words).not.toContain('Spring');
  const other = panel({ limited: limited('no_ad_set') });
  expect(other.words).toMatch(/Spring.*Summer/);
  expect(other.markup).not.toContain('/advertiser/billing');
});

it('the step is offered to whoever may take it', () => {
  const offered = (member: 'owner' | 'viewer') =>
    panel({ limited: limited('wallet_empty') }, member).words.length;
  expect(offered('owner')).toBeGreaterThan(offered('viewer'));
});

it('rejected ones are named, and counted where there are more', () => {
  const rejected = { count: 1, items: [{ id: 3, name: 'Poster', text: 'Too loud' }] };
  const one = panel({ rejectedCreatives: rejected });
  expect(one.words).toMatch(/Poster.*Too loud/);
  expect(one.markup).not.toContain('status=rejected');
  expect(panel({ rejectedCreatives: { ...rejected, count: 2 } }).markup).toContain('status=rejected');
});

it('that all is well is said to whoever has begun, not to newcomers', () => {
  const steps: AdvertiserHome['steps'] = [{ step: 'campaign', state: 'open' } as never];
  expect(panel({ rejectedCampaigns: none }).words).not.toBe('');
  expect(panel({ steps }).words).toBe('');
});
