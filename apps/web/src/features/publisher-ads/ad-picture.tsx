import type { PublisherAd } from '@placard/contract/publisher-ads';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/blocks/blocks.module.css';
import { publisherAdsTexts } from '../../kits/blocks/texts.ts';

/** The ad at its own proportions, no wider or higher than its frame; third-party code stays in its sandbox. */
export function AdPicture({ ad, widthPx, heightPx }: { ad: PublisherAd; widthPx: number; heightPx: number }) {
  const t = useTexts(publisherAdsTexts);
  const scale = Math.min(1, widthPx / ad.width, heightPx / ad.height);
  const size = t('size', { width: ad.width, height: ad.height });
  const name = t('previewOf', { advertiser: ad.advertiserDomain ?? t('unknownAdvertiser'), size });
  const fitted = { width: ad.width * scale, height: ad.height * scale };
  if (ad.imageUrl !== null) {
    return <img className={classes.picture} src={ad.imageUrl} alt={name} {...fitted} loading="lazy" />;
  }
  if (ad.frameUrl !== null) {
    return (
      <span className={classes.picture} style={fitted}>
        <iframe
          src={ad.frameUrl}
          title={name}
          sandbox="allow-scripts"
          tabIndex={-1}
          loading="lazy"
          width={ad.width}
          height={ad.height}
          style={{ transform: `scale(${scale})` }}
        />
      </span>
    );
  }
  return <p className="faint text-13 text-centre pad-16">{t('noPreview')}</p>;
}

export function useAdvertiserName(): (ad: PublisherAd) => string {
  const t = useTexts(publisherAdsTexts);
  return (ad) => ad.advertiserDomain ?? t('unknownAdvertiser');
}
