import type { WaitingAppeal } from '@placard/contract/appeals';
import { REJECTION_CODES } from '@placard/contract/reviews';
import { useTexts } from '../../i18n/texts.ts';
import { rejectionTexts } from '../../kits/rejection/texts.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { reviewTexts } from './texts.ts';

/** Who decided what before, when and why, and what the owner says against it. */
export function AppealPart({ appeal }: { appeal: WaitingAppeal }) {
  const t = useTexts(reviewTexts);
  const words = useTexts(rejectionTexts);
  const timeZone = useTimeZone();
  const { user } = useSession();
  const { decidedBy } = appeal;
  const decidedByYou = decidedBy !== null && decidedBy.id === user?.id;
  const who = decidedByYou ? t('appeal.you') : (decidedBy?.name ?? t('appeal.nobody'));
  const decided = t(`appeal.decided.${appeal.decision}`, {
    who,
    at: formatDateTime(appeal.decidedAt, timeZone),
  });
  const code = REJECTION_CODES.find((known) => known === appeal.code);
  return (
    <section className="line-above pad-row sunken" aria-label={t('appeal.title')}>
      <h3 className="text-14">
        {code === undefined ? decided : t('appeal.decidedWhy', { decided, reason: words(`code.${code}`) })}
      </h3>
      <blockquote className="quote below-12">{appeal.reason}</blockquote>
      <h3 className="text-14">{t('appeal.says')}</h3>
      <blockquote className="quote below-12">{appeal.text}</blockquote>
      {decidedByYou && <p className="muted text-13">{t('appeal.own')}</p>}
    </section>
  );
}
