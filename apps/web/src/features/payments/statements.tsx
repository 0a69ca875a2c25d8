import { Button } from '@mantine/core';
import type { StatementSummary } from '@placard/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { StatementDownloads } from '../../kits/statement/statement-downloads.tsx';
import { statementFigures } from '../../kits/statement/statement-words.ts';
import { statementTexts } from '../../kits/statement/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatMonth } from '../../lib/format/time-format.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { paymentTexts } from './texts.ts';

/** A half-year at a glance; the rest on a press. */
const SHOWN = 6;

/** A publisher's closed months, each as PDF and CSV. */
export function Statements() {
  const t = useTexts(paymentTexts);
  const words = useTexts(statementTexts);
  const query = useQuery(apiQuery(api.payments.statements, undefined));
  const [all, setAll] = useState(false);
  return (
    <div className="above-24">
      <Panel title={words('title')} description={t('statement.description')} flush>
        <Loaded query={query} failed={words('loadFailed')}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={FileText} title={words('none')} text={t('statement.noneText')} />
            ) : (
              <>
                <ul className={'plain-list list-rows'}>
                  {(all ? items : items.slice(0, SHOWN)).map((statement) => (
                    <StatementRow key={statement.month} statement={statement} />
                  ))}
                </ul>
                {!all && items.length > SHOWN && (
                  <div>
                    <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
                      {words('all', { count: items.length })}
                    </Button>
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

function StatementRow({ statement }: { statement: StatementSummary }) {
  const { month } = statement;
  const { short, whole } = statementFigures(statement);
  return (
    <li>
      <div className="row shrinks gap-12">
        <FileText className="faint" size={20} aria-hidden />
        <div className="breaks shrinks">
          <div className="row wrap semibold gap-8">{formatMonth(month)}</div>
          <div className="figure faint text-13" title={whole}>
            {short}
          </div>
        </div>
      </div>
      <div className="flex wrap gap-8 justify-end">
        <StatementDownloads
          month={month}
          pdf={async () => await api.payments.statementPdf({ month })}
          csv={async () => await api.payments.statementCsv({ month })}
        />
      </div>
    </li>
  );
}
