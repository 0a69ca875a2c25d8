import type { FilteredSamples } from '@placard/contract/traffic-rules';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { filterTexts } from '../../kits/report/filter-texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { healthTexts } from './texts.ts';

const LOOK_AGAIN_MS = 30_000;

/** Recent examples of what ad servers filtered, by reason. */
export function FilteredSamplesPanel() {
  const t = useTexts(healthTexts);
  const query = useQuery({
    ...apiQuery(api.trafficRules.samples, undefined),
    refetchInterval: LOOK_AGAIN_MS,
  });
  return (
    <Panel
      flush
      title={t('samples.title')}
      description={t('samples.description')}
      actions={
        <ButtonLink to="/operator/traffic-rules" size="sm" variant="default">
          {t('samples.rules')}
        </ButtonLink>
      }
    >
      <Loaded query={query} failed={t('samples.failed')}>
        {({ reasons }: FilteredSamples) =>
          reasons.length === 0 ? (
            <p className="muted pad-row">{t('samples.none')}</p>
          ) : (
            <ul className="plain-list lined">
              {reasons.map((each) => (
                <Reason key={each.reason} {...each} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Reason({ reason, examples }: FilteredSamples['reasons'][number]) {
  const t = useTexts(healthTexts);
  const words = useTexts(filterTexts);
  const timeZone = useTimeZone();
  const name = words(`reason.${reason}`);
  return (
    <li className="pad-row">
      <details>
        <summary>
          <strong className="semibold">{name}</strong>{' '}
          <span className="muted text-13">{t('samples.count', { count: examples.length })}</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, by keys as well */}
        <section className="scrolls-x above-8" tabIndex={0} aria-label={name}>
          <table className="plain-table text-13">
            <caption className="visually-hidden">{name}</caption>
            <thead>
              <tr>
                {(['at', 'kind', 'website', 'network', 'country', 'page', 'agent'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`samples.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {examples.map((example, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two of the same time apart
                <tr key={`${example.at} ${index}`}>
                  <td className="nowrap">{formatDateTime(example.at, timeZone)}</td>
                  <td>{words(`kind.${example.kind}`)}</td>
                  <td>{example.website?.domain ?? '–'}</td>
                  <td className="nowrap">{example.network || '–'}</td>
                  <td>{example.country || '–'}</td>
                  <td>{example.pageHost || '–'}</td>
                  <td>{example.userAgent || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </li>
  );
}
