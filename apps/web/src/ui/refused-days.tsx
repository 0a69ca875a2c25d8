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
  from: string | undefined;
  to: string | undefined;
}) {
  const t = useTexts(refusedDaysTexts);
  const why = (one: AddressDaysIssue) => t(`why.${one}`, { most: String(REPORT_MAX_DAYS) });
  const told = (why: string) =>
    from === undefined || to === undefined
      ? t('list', { why })
      : t('days', { why, from: formatDate(from, 'UTC'), to: formatDate(to, 'UTC') });
  return (
    <div className="below-16">
      <Notice tone="warn" live>
        {issue !== null && <p className="no-margin">{told(why(issue))}</p>}
        {compared !== null && <p className="no-margin">{t('compared', { why: why(compared) })}</p>}
      </Notice>
    </div>
  );
}
