import { type AddressDaysIssue, REPORT_MAX_DAYS } from '@placard/domain/day-bounds';
import { useTexts } from '../i18n/texts.ts';
import { formatDate } from '../lib/format/time-format.ts';
import { Notice } from './form/field-layout.tsx';
import { refusedDaysTexts } from './refused-days-texts.ts';

export default function RefusedDays({
  issue,
  compared,
  from,
  to,
}: {
  issue: AddressDaysIssue | null;
  compared: AddressDaysIssue | null;
  from: string;
  to: string;
}) {
  const t = useTexts(refusedDaysTexts);
  const why = (one: AddressDaysIssue) => t(`why.${one}`, { most: String(REPORT_MAX_DAYS) });
  const days = { from: formatDate(from, 'UTC'), to: formatDate(to, 'UTC') };
  return (
    <div className="below-16">
      <Notice tone="warn" live>
        {issue !== null && <p className="no-margin">{t('days', { why: why(issue), ...days })}</p>}
        {compared !== null && <p className="no-margin">{t('compared', { why: why(compared) })}</p>}
      </Notice>
    </div>
  );
}
