import type { OperatorHome, WaitKind } from '@placard/contract/homes';
import { Link } from '@tanstack/react-router';
import {
  Banknote,
  CircleCheck,
  CreditCard,
  Flag,
  Gavel,
  Globe,
  Image,
  Landmark,
  type LucideIcon,
  Megaphone,
  Scale,
  Send,
  UserPlus,
} from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { formatNumber } from '../../lib/format/number-format.ts';
import { formatDateTime, formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { WAIT_PLACES } from './places.ts';
import { operatorHomeTexts } from './texts.ts';

const ICONS: Readonly<Record<WaitKind, LucideIcon>> = {
  campaign: Megaphone,
  creative: Image,
  website: Globe,
  reported_ad: Flag,
  appeal: Gavel,
  dispute: CreditCard,
  deposit: Landmark,
  payout_decision: Banknote,
  correction: Scale,
  payout_transfer: Send,
  sign_up: UserPlus,
};

/** What only a person can end, each with the age of its oldest; calm where there is nothing. */
export function WaitingList({ waits }: { waits: OperatorHome['waits'] }) {
  const t = useTexts(operatorHomeTexts);
  const waiting = waits.filter(({ count }) => count > 0);
  return (
    <section aria-label={t('waits.title')}>
      <h2 className="below-12 text-15">{t('waits.title')}</h2>
      {waiting.length === 0 ? (
        <div className="card row gap-12 pad-block">
          <CircleCheck size={20} aria-hidden className="good rigid" />
          <div>
            <p className="semibold">{t('waits.none')}</p>
            <p className="muted text-13">{t('waits.noneText')}</p>
          </div>
        </div>
      ) : (
        <ul className="plain-list grid gap-12 tiles even">
          {waiting.map((wait) => (
            <Line key={wait.kind} wait={wait} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ wait: { kind, count, more, oldestAt, dueAt } }: { wait: OperatorHome['waits'][number] }) {
  const t = useTexts(operatorHomeTexts);
  const timeZone = useTimeZone();
  const Icon = ICONS[kind];
  const { to, search } = WAIT_PLACES[kind];
  return (
    <li>
      <Link
        to={to}
        {...(search === undefined ? {} : { search })}
        className="card row gap-12 ink hovers pad-12"
      >
        <Icon size={18} aria-hidden className="faint rigid" />
        <span className="grow shrinks breaks">
          <span className="semibold block">{t(`waits.kind.${kind}`)}</span>
          {dueAt !== null && (
            <span className="text-13">{t('waits.until', { until: formatDateTime(dueAt, timeZone) })}</span>
          )}
          {dueAt === null && oldestAt !== null && (
            <span className="muted text-13" title={formatDateTime(oldestAt, timeZone)}>
              {t('waits.oldest', { age: formatRelative(oldestAt, serverNow()) })}
            </span>
          )}
        </span>
        <span className="bold figure text-16">
          {t('waits.count', { count: formatNumber(count), more: more ? 'yes' : 'no' })}
        </span>
      </Link>
    </li>
  );
}
