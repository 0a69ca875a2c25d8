import type { PublisherAd } from '@placard/contract/publisher-ads';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { Ban, CircleCheck, Globe, Image } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/blocks/blocks.module.css';
import { publisherAdsTexts } from '../../kits/blocks/texts.ts';
import { type Place, useBlocks } from '../../kits/blocks/use-blocks.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import button from '../../ui/plain-button.module.css';
import { useAdvertiserName } from './ad-picture.tsx';

/** One press blocks the ad or its advertiser on the place; what is blocked can be allowed again. */
export function BlockControl({
  ad,
  blocked,
  place,
}: {
  ad: PublisherAd;
  blocked: 'no' | 'some' | 'all';
  place: Place;
}) {
  const t = useTexts(publisherAdsTexts);
  const nameOf = useAdvertiserName();
  const { busy, block, allow } = useBlocks();
  const { advertiserDomain: domain } = ad;
  return (
    <div className={`row wrap gap-8 between ${classes.control}`}>
      {blocked !== 'no' && (
        <span
          className={
            blocked === 'all' ? 'inline-row gap-4 text-13 bold bad' : 'inline-row gap-4 text-13 bold warn'
          }
        >
          <Ban size={14} aria-hidden /> {t(`blocked.${blocked}`)}
        </span>
      )}
      {blocked === 'all' ? (
        <button
          type="button"
          className={button.secondary}
          aria-disabled={busy}
          onClick={() => void allow(place, ad)}
        >
          <CircleCheck size={15} aria-hidden /> {t('allow')}
        </button>
      ) : (
        <ActionMenu
          name={t('blockMenu', { advertiser: nameOf(ad) })}
          trigger={(props) => (
            <button type="button" {...props} className={button.secondary} aria-disabled={busy}>
              <Ban size={15} aria-hidden /> {t('block')}
            </button>
          )}
          actions={[
            {
              key: 'creative',
              label: t('blockCreative'),
              icon: Image,
              onSelect: () => void block(place, 'creative', [String(ad.creativeId)]),
            },
            ...(domain === null
              ? []
              : [
                  {
                    key: 'domain',
                    label: t('blockAdvertiser', { domain: shownDomain(domain) }),
                    icon: Globe,
                    onSelect: () => void block(place, 'advertiser_domain', [domain]),
                  },
                ]),
          ]}
        />
      )}
    </div>
  );
}
