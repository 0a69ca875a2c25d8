import { DIAGNOSIS_GATES } from '@placard/domain/diagnosis/explain-views';
import { STATE_REASONS, type StateReason } from '@placard/domain/diagnosis/state-findings';
import { describe, expect, test } from 'vitest';
import type { Gate } from '../../../kits/diagnosis/gate-words.ts';
import { gateFix, otherFix } from './gate-fix.ts';

const CREATIVES = [
  { id: 5, name: 'Waiting', status: 'pending', size: { width: 300, height: 250 } },
  { id: 6, name: 'Resting', status: 'paused', size: { width: 300, height: 250 } },
  { id: 7, name: 'Refused', status: 'rejected', size: { width: 300, height: 250 } },
] as const;
const AD_SET = { id: 3, creatives: [...CREATIVES] };
const campaign = (actions: Parameters<typeof gateFix>[2]['actions']) => ({
  ...{ id: 2, status: 'active' as const, actions },
});

const closed = (reason: StateReason): Gate => ({
  ...{ gate: STATE_REASONS[reason], state: 'stops', reason, stopped: 1, refused: 1 },
});
const limiting = (gate: Gate['gate']): Gate => ({
  gate,
  state: 'limits',
  reason: null,
  stopped: 1,
  refused: 1,
});

describe('what mends a gate', () => {
  test('is nothing where nothing is wrong', () => {
    for (const gate of DIAGNOSIS_GATES) {
      expect(gateFix({ ...limiting(gate), state: 'passes' }, AD_SET, campaign(['edit']))).toBeNull();
      expect(gateFix({ ...limiting(gate), state: 'unknown' }, AD_SET, campaign(['edit']))).toBeNull();
    }
  });

  test('is the campaign’s own next step', () => {
    const fix = (actions: Parameters<typeof campaign>[0]) =>
      gateFix(closed('paused'), AD_SET, campaign(actions));
    expect(fix(['publish', 'edit'])).toEqual({ kind: 'act', action: 'publish' });
    expect(fix(['activate', 'edit'])).toEqual({ kind: 'act', action: 'activate' });
    expect(fix(['edit'])).toBeNull();
    const over = { ...campaign(['archive']), status: 'cancelled' as const };
    expect(gateFix(closed('cancelled'), AD_SET, over)).toMatchObject({ label: 'newCampaign' });
  });

  test('opens the form that holds the field', () => {
    const fix = (gate: Gate) => gateFix(gate, AD_SET, campaign(['edit']));
    expect(fix(closed('ended'))).toEqual({ kind: 'form', label: 'editDates', form: 'settings' });
    expect(fix(closed('campaign_day_spent'))).toMatchObject({ form: 'settings' });
    expect(fix(closed('ad_set_day_spent'))).toMatchObject({ form: 'adSet' });
    expect(fix(limiting('country'))).toEqual({ kind: 'form', label: 'editTargeting', form: 'adSet' });
    expect(fix(limiting('outbid'))).toMatchObject({ label: 'raiseBid' });
    expect(gateFix(limiting('outbid'), AD_SET, campaign(['archive']))).toBeNull();
  });

  test('leads to the page where it is mended', () => {
    const to = (reason: StateReason, adSet: Parameters<typeof gateFix>[1] = AD_SET) =>
      gateFix(closed(reason), adSet, campaign([]));
    expect(to('wallet_empty')).toMatchObject({ to: '/advertiser/billing' });
    expect(to('no_creative')).toMatchObject({ to: '/advertiser/creatives/create/2/3' });
    expect(to('no_widget_of_size')).toMatchObject({ to: '/advertiser/creatives/create/2/3' });
    expect(to('creative_pending')).toMatchObject({ to: '/advertiser/creatives/5' });
    expect(to('creative_paused')).toMatchObject({ to: '/advertiser/creatives/6' });
    expect(to('creative_rejected')).toMatchObject({ to: '/advertiser/creatives/7/edit' });
    expect(otherFix(closed('no_creative'))).toMatchObject({
      label: 'assignCreative',
      to: '/advertiser/creatives',
    });
    expect(otherFix(closed('creative_pending'))).toBeNull();
    expect(to('creative_paused', { id: 3, creatives: [] })).toMatchObject({ to: '/advertiser/creatives' });
  });
});
