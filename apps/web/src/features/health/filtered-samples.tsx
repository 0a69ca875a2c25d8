import type { FilteredSamples } from '@placard/contract/traffic-rules';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { filterTexts } from '../../kits/report/filter-texts.ts';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Sideways } from '../../ui/table/sideways.tsx';
import { healthTexts } from './texts.ts';

const LOOK_AGAIN_MS = 30_000;

type Example = FilteredSamples['reasons'][number]['examples'][number];

/** Of what settlement judges nobody knows these: then they are no columns. */
const SENDER = { network: 'network', page: 'pageHost', agent: 'userAgent' } as const satisfies Record<
  string,
  keyof Example
>;
const COLUMNS = ['at', 'kind', 'website', 'network', 'country', 'page', 'agent'] as const;
type Column = (typeof COLUMNS)[number];

/** Recent examples of what was filtered, by reason. */
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
  const columns = COLUMNS.filter(
    (column) => !isOfSender(column) || examples.some((example) => example[SENDER[column]] !== ''),
  );
  const cellOf = (example: Example, column: Column) => {
    if (column === 'at') return formatDateTime(example.at, timeZone);
    if (column === 'kind') return words(`kind.${example.kind}`);
    if (column === 'website') return <Website website={example.website} />;
    return example[isOfSender(column) ? SENDER[column] : column] || '–';
  };
  return (
    <li className="pad-row">
      <details>
        <summary>
          <strong className="semibold">{name}</strong>{' '}
          <span className="muted text-13">{t('samples.count', { count: examples.length })}</span>
        </summary>
        <Sideways label={name} className="above-8">
          <table className="plain-table text-13">
            <caption className="visually-hidden">{name}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
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
                  {columns.map((column) => (
                    <td
                      key={column}
                      className={column === 'at' || column === 'network' ? 'nowrap' : undefined}
                    >
                      {cellOf(example, column)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Sideways>
      </details>
    </li>
  );
}

function Website({ website }: { website: Example['website'] }) {
  if (website === null) return '–';
  return (
    <RecordLink kind="website" id={website.id}>
      <DomainName domain={website.domain} />
    </RecordLink>
  );
}

function isOfSender(column: Column): column is keyof typeof SENDER {
  return Object.hasOwn(SENDER, column);
}
