import type { PublisherHome } from '@placard/contract/homes';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useTexts } from '../../i18n/texts.ts';
import { formatNumber } from '../../lib/format/number-format.ts';
import { websiteWidgetsPath } from '../../lib/publisher-paths.ts';
import { homeTexts } from './home-texts.ts';
import { type LookedAt, LookList } from './look-list.tsx';
import { useMay } from './use-rights.ts';

export const ADS_TXT_PATH = '/publisher/ads-txt';

/** Widgets that nobody views and ads.txt files that don't name us; a calm line says how many do. */
export function WantsALook({ home }: { home: PublisherHome }) {
  const t = useTexts(homeTexts);
  const items = useItems(home);
  const { ok, missingLine, unknown } = home.adsTxt;
  const active = ok + missingLine + unknown;
  // Without a website that is active nothing could be well.
  if (items.length === 0 && active === 0) return null;
  return (
    <LookList
      title={t('publisher.look.title')}
      items={items}
      calm={t('publisher.look.none')}
      calmText={t('publisher.look.noneText', { count: ok })}
    />
  );
}

function useItems({ quietWidgets, adsTxt }: PublisherHome): LookedAt[] {
  const t = useTexts(homeTexts);
  const may = useMay();
  const step = (text: string) => (may('work') ? text : undefined);
  const missing = { to: ADS_TXT_PATH, search: { result: 'missing_line' } };
  return [
    ...adsTxt.missing.map(({ websiteId, domain }) => ({
      key: `ads.txt ${websiteId}`,
      title: shownDomain(domain),
      text: t('publisher.look.missing'),
      place: missing,
      step: step(t('publisher.look.missingStep')),
    })),
    ...(adsTxt.missingLine > adsTxt.missing.length
      ? [
          {
            key: 'ads.txt',
            title: t('publisher.look.allMissing', { count: formatNumber(adsTxt.missingLine) }),
            place: missing,
          },
        ]
      : []),
    ...quietWidgets.items.map(({ id, websiteId, name, domain, seenAt }) => ({
      key: `widget ${id}`,
      title: name,
      text: t('publisher.look.quiet', {
        when: seenAt === null ? 'never' : 'earlier',
        domain: shownDomain(domain),
      }),
      place: { to: websiteWidgetsPath(websiteId) },
      step: step(t('publisher.look.quietStep')),
    })),
    ...(quietWidgets.count > quietWidgets.items.length
      ? [
          {
            key: 'widgets',
            title: t('publisher.look.allQuiet', {
              count: formatNumber(quietWidgets.count),
              more: quietWidgets.more ? 'yes' : 'no',
            }),
            place: { to: '/publisher/widgets' },
          },
        ]
      : []),
    ...(adsTxt.unknown > 0
      ? [
          {
            key: 'unknown',
            title: t('publisher.look.unknown', { count: adsTxt.unknown }),
            text: t('publisher.look.unknownText'),
            place: { to: ADS_TXT_PATH, search: { result: 'unknown' } },
            step: t('publisher.look.unknownStep'),
          },
        ]
      : []),
  ];
}
