import { NativeSelect } from '@mantine/core';
import type { WithheldYear } from '@placard/contract/withholding';
import { useQuery } from '@tanstack/react-query';
import { Download, Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { codeNames } from '../../../kits/form/code-names.ts';
import { AccountLink } from '../../../kits/records/record-link.tsx';
import { withholdingTexts } from '../../../kits/withholding/texts.ts';
import { WithholdingPanel } from '../../../kits/withholding/withholding-panel.tsx';
import { percent } from '../../../kits/withholding/withholding-words.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { failureText } from '../../../lib/faults/failure-text.ts';
import { dayIn } from '../../../lib/format/time-format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { sheetOf } from '../../../lib/sheet-of.ts';
import { toast } from '../../../lib/toast-store.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { useTimeZone } from '../../../ui/date-time.tsx';
import { downloadFile } from '../../../ui/download-file.ts';
import { Money } from '../../../ui/money.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, Loaded, LoadingState } from '../../../ui/states.tsx';
import { Sideways } from '../../../ui/table/sideways.tsx';
import { useBusy } from '../../../ui/use-busy.ts';
import { payoutTabTexts } from './tab-texts.ts';
import { payoutTexts } from './texts.ts';

/** Tax offices ask for ten years back. */
const YEARS = 11;

/** What was withheld of a year's payouts, and by which rates it is. */
export default function Withheld() {
  const t = useTexts(payoutTabTexts);
  const thisYear = Number(dayIn(useTimeZone(), serverNow()).slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const [busy, run] = useBusy();
  const query = useQuery(apiQuery(api.withholding.report, { year }));
  const download = async () => {
    try {
      const file = await api.withholding.exportReport({ year });
      downloadFile(await sheetOf(file, ['withholding_percent', 'amount', 'withheld_tax', 'net']));
    } catch (error) {
      toast.failure(failureText(t('withheld.exportFailed'), error));
    }
  };
  return (
    <div className="stack gap-20">
      <Panel
        flush
        title={t('withheld.title')}
        description={t('withheld.text')}
        actions={
          <div className="row gap-8">
            <NativeSelect
              size="xs"
              aria-label={t('withheld.year')}
              value={String(year)}
              data={Array.from({ length: YEARS }, (_, back) => String(thisYear - back))}
              onChange={(event) => setYear(Number(event.currentTarget.value))}
            />
            <BusyButton
              size="compact-sm"
              variant="default"
              leftSection={<Download size={14} aria-hidden />}
              busy={busy}
              busyLabel={t('withheld.exporting')}
              onClick={() => void run(download)}
            >
              CSV
            </BusyButton>
          </div>
        }
      >
        <Loaded query={query} failed={t('withheld.failed')} loading={<LoadingState lines={3} />}>
          {({ items, sums, currency }) =>
            items.length === 0 ? (
              <EmptyState icon={Landmark} title={t('withheld.none')} text={t('withheld.noneText')} />
            ) : (
              <Table items={items} total={sums} currency={currency} />
            )
          }
        </Loaded>
      </Panel>
      <WithholdingPanel publisherId={null} />
    </div>
  );
}

type Sums = Pick<WithheldYear, 'amount' | 'withheld' | 'net'>;

function Table({
  items,
  total,
  currency,
}: {
  items: readonly WithheldYear[];
  total: Sums;
  currency: string;
}) {
  const t = useTexts(payoutTabTexts);
  const tList = useTexts(payoutTexts);
  const words = useTexts(withholdingTexts);
  const names = codeNames(
    'region',
    items.flatMap(({ country }) => (country === null ? [] : [country])),
  );
  const sums = (of: Sums) =>
    [of.amount, of.withheld, of.net].map((value, index) => (
      // The three columns never change places.
      <td key={(['amount', 'withheld', 'net'] as const)[index]} className="end figure">
        <Money value={value} currency={currency} />
      </td>
    ));
  return (
    <Sideways label={t('withheld.title')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{tList('column.publisher')}</th>
            <th scope="col">{words('country')}</th>
            <th scope="col" className="end">
              {words('percent')}
            </th>
            <th scope="col" className="end">
              {tList('column.amount')}
            </th>
            <th scope="col" className="end">
              {tList('column.withheld')}
            </th>
            <th scope="col" className="end">
              {tList('column.net')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.publisher.id} ${item.country ?? ''} ${item.withholdingPercent}`}>
              <td className="breaks">
                <AccountLink account={item.publisher} />
                <small className="block faint text-12">
                  {[item.vatNumber, item.registrationNumber].filter((text) => text !== '').join(' · ')}
                </small>
              </td>
              <td>{item.country === null ? '–' : (names.get(item.country) ?? item.country)}</td>
              <td className="end figure">{percent(item.withholdingPercent)}</td>
              {sums(item)}
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={3}>
              {t('withheld.total')}
            </th>
            {sums(total)}
          </tr>
        </tbody>
      </table>
    </Sideways>
  );
}
