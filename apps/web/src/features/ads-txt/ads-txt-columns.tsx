import type { AdsTxtWebsite } from '@placard/contract/ads-txt';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { dayColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { serverNow } from '../../lib/server-clock.ts';
import { DateTime } from '../../ui/date-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import classes from './ads-txt.module.css';
import { keptText, neverText, outcomeText, shownAddress } from './ads-txt-words.ts';
import { CheckButton } from './check-button.tsx';
import { FoundText } from './found-text.tsx';
import { adsTxtTexts } from './texts.ts';

export function useAdsTxtColumns(): readonly Column<AdsTxtWebsite>[] {
  const t = useTexts(adsTxtTexts);
  return useMemo(
    () => [
      textColumn('domain', t('column.website'), (row) => shownDomain(row.domain), {
        sort: true,
        fixed: true,
        cell: (row) => (
          <span className="grid gap-2">
            <strong className="semibold breaks">
              <DomainName domain={row.domain} />
            </strong>
            <a
              className="faint breaks text-12"
              href={row.fileUrl}
              target="_blank"
              rel="noopener noreferrer"
              title={t('opens', { address: shownAddress(row.fileUrl) })}
            >
              {shownAddress(row.fileUrl).replace('https://', '')}
            </a>
          </span>
        ),
      }),
      statusColumn(t('column.result'), (row) => ({ status: row.result }), { id: 'result', sort: true }),
      {
        id: 'found',
        header: t('column.found'),
        csv: (row) => {
          const found = row.lastCheck?.found ?? null;
          return found === null ? '' : outcomeText(t, found);
        },
        cell: (row) => <Found row={row} />,
      },
      dayColumn('checkedAt', t('column.checked'), (row) => row.lastCheck?.checkedAt ?? null, {
        cell: (row) => (
          <span className="nowrap">
            {row.lastCheck === null ? t('never') : <DateTime value={row.lastCheck.checkedAt} withTime />}
          </span>
        ),
      }),
      {
        id: 'check',
        header: t('column.check'),
        fixed: true,
        plain: true,
        cell: (row) => <CheckButton website={row} />,
      },
    ],
    [t],
  );
}

function Found({ row }: { row: AdsTxtWebsite }) {
  const t = useTexts(adsTxtTexts);
  if (row.lastCheck === null) return <span className="faint text-12-5">{neverText(t, row)}</span>;
  const kept = keptText(t, row, serverNow());
  return (
    <div className={`grid gap-2 text-13 breaks ${classes.found}`}>
      <FoundText check={row.lastCheck} />
      {kept !== null && <span className="faint text-12-5">{kept}</span>}
    </div>
  );
}
