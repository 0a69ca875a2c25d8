import {
  Archive,
  Ban,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  Clock,
  Flag,
  Gauge,
  LoaderCircle,
  type LucideIcon,
  Mail,
} from 'lucide-react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import classes from './status-chip.module.css';

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet';

/** Every status the product shows, whatever it belongs to: the same word, colour and icon everywhere. */
const STATUSES = {
  active: { tone: 'good', icon: CirclePlay },
  paused: { tone: 'quiet', icon: CirclePause },
  pending: { tone: 'warn', icon: Clock },
  rejected: { tone: 'bad', icon: CircleX },
  cancelled: { tone: 'quiet', icon: Ban },
  completed: { tone: 'info', icon: Flag },
  archived: { tone: 'quiet', icon: Archive },
  suspended: { tone: 'bad', icon: CirclePause },
  inactive: { tone: 'quiet', icon: CircleDashed },
  processing: { tone: 'info', icon: LoaderCircle },
  checkout: { tone: 'info', icon: LoaderCircle },
  abandoned: { tone: 'quiet', icon: CircleDashed },
  failed: { tone: 'bad', icon: CircleAlert },
  booked: { tone: 'good', icon: CircleCheck },
  confirmed: { tone: 'good', icon: CircleCheck },
  scheduled: { tone: 'info', icon: CalendarClock },
  limited: { tone: 'warn', icon: Gauge },
  ok: { tone: 'good', icon: CircleCheck },
  missing_line: { tone: 'bad', icon: CircleAlert },
  unknown: { tone: 'quiet', icon: CircleDashed },
  invited: { tone: 'info', icon: Mail },
} as const satisfies Record<string, { tone: Tone; icon: LucideIcon }>;

export type Status = keyof typeof STATUSES;

/** Colour, icon and word. With a `reason` (rejected because…, limited by…) the chip opens it on a press. */
export function StatusChip({ status, reason }: { status: Status; reason?: string | null | undefined }) {
  const t = useTexts(uiTexts);
  const { tone, icon: Icon } = STATUSES[status];
  const look = `inline-row gap-5 text-12 semibold nowrap ${classes.chip} ${classes[tone]}`;
  const content = (
    <>
      <Icon size={13} strokeWidth={2.2} aria-hidden />
      {t(`status.${status}`)}
    </>
  );
  if (reason === undefined || reason === null || reason === '')
    return <span className={look}>{content}</span>;
  return (
    <Disclosure
      trigger={(props) => (
        <button type="button" {...props} title={reason} className={`${look} ${classes.reason}`}>
          {content}
        </button>
      )}
    >
      <p className={classes.bubble}>{reason}</p>
    </Disclosure>
  );
}
