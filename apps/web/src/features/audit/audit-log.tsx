import { Button } from '@mantine/core';
import type { AuditEntry } from '@placard/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, Download, FileText } from 'lucide-react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { auditFacts } from '../../kits/records/audit-detail.ts';
import { auditFactTexts } from '../../kits/records/audit-fact-texts.ts';
import { AuditActor, AuditSubject, useAuditWords } from '../../kits/records/audit-line.tsx';
import { auditWordTexts } from '../../kits/records/audit-texts.ts';
import { api, apiPages } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { sheetOf } from '../../lib/sheet-of.ts';
import { useAction } from '../../lib/use-action.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { useCurrency } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DetailList } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { type AskedOfLog, useAskedOfLog } from './audit-filters.ts';
import { LogPages } from './log-pages.tsx';
import { auditTexts } from './texts.ts';

/** Who changed what, newest first; a line opens to its details. What is asked for stands in the URL. */
export default function AuditLog() {
  const t = useTexts(auditTexts);
  const ui = useTexts(uiTexts);
  const asked = useAskedOfLog();
  const query = useInfiniteQuery(apiPages(api.operator.audit, asked.filters));
  const entries = query.data?.pages.flatMap((page) => page.items) ?? [];
  const { narrowed, clear } = asked;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<ExportButton filters={asked.filters} />}
      />
      <AuditFilterBar asked={asked} />
      {query.data?.pages[0]?.namesCut === true && <p className="muted">{t('namesCut')}</p>}
      <LogPages
        query={query}
        lines={6}
        failed={t('failed')}
        empty={
          <EmptyState
            framed
            icon={FileText}
            title={narrowed ? t('noMatch') : t('empty')}
            text={t('emptyText')}
            {...(narrowed
              ? {
                  action: (
                    <Button variant="default" onClick={clear}>
                      {ui('table.clearFilters')}
                    </Button>
                  ),
                }
              : {})}
          />
        }
        more={t('more')}
        entries={entries.map((entry) => <Line key={entry.id} entry={entry} />)}
      />
    </>
  );
}

/** What the filters leave, as a file. */
function ExportButton({ filters }: Pick<AskedOfLog, 'filters'>) {
  const t = useTexts(auditTexts);
  const [busy, act] = useAction();
  const run = () =>
    act({
      run: async () => downloadFile(await sheetOf(await api.operator.exportAudit(filters), [])),
      success: t('exported'),
      failure: t('exportFailed'),
      // That it was exported is a line of the log.
      refresh: [[...api.operator.audit.key]],
    });
  return (
    <BusyButton
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      busy={busy}
      busyLabel={t('exporting')}
      onClick={() => void run()}
    >
      {t('export')}
    </BusyButton>
  );
}

/** Where it came from, as far as it is known. */
function originOf(entry: AuditEntry, t: Translate<typeof auditWordTexts.english>) {
  return [
    ...(entry.ip === null ? [] : [{ label: t('origin.ip'), value: entry.ip }]),
    ...(entry.userAgent === null || entry.userAgent === ''
      ? []
      : [{ label: t('origin.userAgent'), value: entry.userAgent }]),
    ...(entry.apiKeyId === null ? [] : [{ label: t('origin.apiKey'), value: String(entry.apiKeyId) }]),
  ];
}

function Line({ entry }: { entry: AuditEntry }) {
  const t = useTexts(auditWordTexts);
  const words = useTexts(auditFactTexts);
  const { verb } = useAuditWords();
  const currency = useCurrency();
  const facts = auditFacts(words, entry.detail, (dollars) => formatMoney(dollars, currency));
  return (
    <details className="fold line">
      <summary>
        <ChevronDown size={16} aria-hidden />
        <strong>{verb(entry)}</strong>
        <span>
          <AuditSubject entry={entry} plain />
        </span>
        <span>
          <AuditActor entry={entry} plain />
        </span>
        <span>
          <DateTime value={entry.at} withTime />
        </span>
      </summary>
      <div className="pad-folded muted">
        <p className="flex wrap gap-20 breaks">
          <span>
            <AuditSubject entry={entry} />
          </span>
          <span>
            <AuditActor entry={entry} />
          </span>
        </p>
        {facts.length === 0 && t('none')}
        <DetailList
          details={[
            ...facts.map(({ name, before, value }) => ({
              label: name,
              value: before === undefined ? value : t('change', { before, after: value }),
            })),
            ...originOf(entry, t),
          ]}
        />
      </div>
    </details>
  );
}
