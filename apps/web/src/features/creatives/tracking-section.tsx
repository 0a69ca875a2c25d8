import type { Creative } from '@placard/contract/creatives';
import { useTexts } from '../../i18n/texts.ts';
import { TrackingFigures } from '../../kits/report/tracking-figures.tsx';
import { trackingTexts } from '../../kits/report/tracking-texts.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { Panel } from '../../ui/panel.tsx';
import { creativesTexts } from './texts.ts';

/** What other ad servers put behind an address so that it is asked for anew each time. */
const CACHE_BUSTERS = {
  gam: '?cb=%%CACHEBUSTER%%',
  revive: '?cb={random}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the other ad server's macro, spelt as it wants it
  xandr: '?cb=${CACHEBUSTER}',
  other: '?cb=[timestamp]',
} as const;

/** Addresses for another ad server, ad set by ad set, and what came through them. */
export function TrackingSection({ creative }: { creative: Creative }) {
  const t = useTexts(trackingTexts);
  const tCreative = useTexts(creativesTexts);
  if (creative.trackingUrls.length === 0) {
    const over = creative.status === 'archived' || creative.status === 'cancelled';
    return (
      <Panel title={tCreative('details.tracking')}>
        <p className="faint text-13">{t(over ? 'over' : 'none')}</p>
      </Panel>
    );
  }
  return (
    <Panel title={tCreative('details.tracking')} description={t('intro')}>
      <div className="grid gap-20">
        {creative.trackingUrls.map((urls) => (
          <section key={urls.adSetId} aria-label={urls.adSetName}>
            <h3 className="text-14 below-8">{urls.adSetName}</h3>
            <p className="above-8 below-4 muted text-13">{t('impressionUrl')}</p>
            <CodeBlock code={urls.impressionUrl} label={t('impressionUrl')} />
            <p className="above-8 below-4 muted text-13">{t('clickUrl')}</p>
            {urls.clickUrl === null ? (
              <p className="above-8 below-4 muted text-13">{t('noClickUrl')}</p>
            ) : (
              <CodeBlock code={urls.clickUrl} label={t('clickUrl')} />
            )}
          </section>
        ))}
        <div>
          <p className="above-8 below-4 muted text-13">{t('macro')}</p>
          <ul className="grid gap-4 muted text-13 breaks bullets">
            {(Object.keys(CACHE_BUSTERS) as (keyof typeof CACHE_BUSTERS)[]).map((server) => (
              <li key={server}>{t(`macros.${server}`, { code: CACHE_BUSTERS[server] })}</li>
            ))}
          </ul>
          <p className="above-8 below-4 muted text-13">{t('where')}</p>
        </div>
        <TrackingFigures creativeId={creative.id} />
      </div>
    </Panel>
  );
}
