import type { AuditEntry } from '@placard/contract/audit';
import type { RecordKind } from '@placard/domain/record';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { AuditActor, AuditSubject, useAuditWords } from './audit-line.tsx';
import { RowList } from './related-panel.tsx';
import { recordTexts } from './texts.ts';

const LINES = 8;

/** The log's own parameters for what concerns a record: of an account also what its members did and what was done to what it has. */
function asked(kind: RecordKind, id: number) {
  return kind === 'account'
    ? { query: { account: id }, search: { account: String(id) } }
    : { query: { subjectKind: kind, subjectId: id }, search: { about: kind, subject: String(id) } };
}

/** What was done with a record lately, and the way to all of it. */
export default function HistoryPanel({ kind, id, state }: { kind: RecordKind; id: number; state: string }) {
  const t = useTexts(recordTexts);
  const { query: filters, search } = asked(kind, id);
  const { queryKey, ...options } = apiQuery(api.operator.audit, { ...filters, limit: LINES });
  const query = useQuery({
    ...options,
    queryKey: [...queryKey, state],
    placeholderData: keepPreviousData,
  });
  return (
    <Panel flush title={t('history')} description={t('historyText')}>
      <Loaded query={query} failed={t('historyFailed')} loading={<LoadingState lines={4} />}>
        {({ items, next }) => (
          <>
            <RowList empty={t('historyEmpty')}>
              {items.map((entry) => (
                <HistoryLine key={entry.id} entry={entry} named={kind === 'account'} />
              ))}
            </RowList>
            {(next !== null || items.length > 0) && (
              <p className="line-above pad-row">
                <Link to="/operator/audit" search={search}>
                  {t('wholeHistory')}
                </Link>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function HistoryLine({ entry, named }: { entry: AuditEntry; named: boolean }) {
  const { verb } = useAuditWords();
  return (
    <li>
      <span>
        <strong className="semibold">{verb(entry)}</strong>
        {named && (
          <span className="block text-13">
            <AuditSubject entry={entry} />
          </span>
        )}
      </span>
      <span className="text-13">
        <AuditActor entry={entry} />
      </span>
      <span className="faint text-13">
        <DateTime value={entry.at} withTime />
      </span>
    </li>
  );
}
