import type { PublisherAd, ReportedAd } from '@placard/contract/publisher-ads';
import type { BlockKind } from '@placard/domain/website/blocks';
import { useCallback } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { publisherAdsTexts } from './texts.ts';

/** Where a block is set or lifted: a widget, a website, or all websites. */
export type Place = { readonly websiteId?: number; readonly widgetId?: number };

const REFRESH = [['publisherAds']];

/** Blocks and lifts blocks, one press each. */
export function useBlocks() {
  const t = useTexts(publisherAdsTexts);
  const [busy, act] = useAction();
  const block = useCallback(
    (place: Place, kind: BlockKind, values: readonly string[]) =>
      act({
        run: () => api.publisherAds.block({ ...place, kind, values: [...values] }),
        success: t('done.block'),
        failure: t('failed.block'),
        refresh: REFRESH,
      }),
    [act, t],
  );
  const unblock = useCallback(
    (place: Place, kind: BlockKind, value: string) =>
      act({
        run: () => api.publisherAds.unblock({ ...place, kind, value }),
        success: t('done.unblock'),
        failure: t('failed.unblock'),
        refresh: REFRESH,
      }),
    [act, t],
  );
  /** Lifts what names this very ad: its number and its advertiser's domain. */
  const allow = useCallback(
    (place: Place, ad: PublisherAd) =>
      act({
        run: async () => {
          await api.publisherAds.unblock({ ...place, kind: 'creative', value: String(ad.creativeId) });
          if (ad.advertiserDomain === null) return;
          await api.publisherAds.unblock({ ...place, kind: 'advertiser_domain', value: ad.advertiserDomain });
        },
        success: t('done.unblock'),
        failure: t('failed.unblock'),
        refresh: REFRESH,
      }),
    [act, t],
  );
  return { busy, block, unblock, allow };
}

/** Marks a reported ad of a website as handled, or opens it again. */
export function useReportMark() {
  const t = useTexts(publisherAdsTexts);
  const [busy, act] = useAction();
  const mark = useCallback(
    (reported: Pick<ReportedAd, 'ad' | 'websiteId' | 'lastReportedAt'>, handled: boolean) =>
      act({
        run: () =>
          api.publisherAds.markReport({
            creativeId: reported.ad.creativeId,
            websiteId: reported.websiteId,
            handled,
            seenAt: reported.lastReportedAt,
          }),
        success: t(handled ? 'done.handled' : 'done.opened'),
        failure: t('failed.mark'),
        refresh: REFRESH,
      }),
    [act, t],
  );
  return { busy, mark };
}
