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

type Tone = 'on-good' | 'on-warn' | 'on-bad' | 'on-info' | 'on-quiet';

/** Every status the product shows, whatever it belongs to: the same word, colour and icon everywhere. */
const STATUSES = {
  active: { tone: 'on-good', icon: CirclePlay },
  paused: { tone: 'on-quiet', icon: CirclePause },
  pending: { tone: 'on-warn', icon: Clock },
  rejected: { tone: 'on-bad', icon: CircleX },
  cancelled: { tone: 'on-quiet', icon: Ban },
  completed: { tone: 'on-info', icon: Flag },
  archived: { tone: 'on-quiet', icon: Archive },
  suspended: { tone: 'on-bad', icon: CirclePause },
  inactive: { tone: 'on-quiet', icon: CircleDashed },
  processing: { tone: 'on-info', icon: LoaderCircle },
  checkout: { tone: 'on-info', icon: LoaderCircle },
  abandoned: { tone: 'on-quiet', icon: CircleDashed },
  failed: { tone: 'on-bad', icon: CircleAlert },
  booked: { tone: 'on-good', icon: CircleCheck },
  confirmed: { tone: 'on-good', icon: CircleCheck },
  scheduled: { tone: 'on-info', icon: CalendarClock },
  limited: { tone: 'on-warn', icon: Gauge },
  ok: { tone: 'on-good', icon: CircleCheck },
  missing_line: { tone: 'on-bad', icon: CircleAlert },
  unknown: { tone: 'on-quiet', icon: CircleDashed },
  invited: { tone: 'on-info', icon: Mail },
} as const satisfies Record<string, { tone: Tone; icon: LucideIcon }>;

export type Status = keyof typeof STATUSES;

/** Colour, icon and word. With a `reason` (rejected because…, limited by…) the chip opens it on a press. */
export function StatusChip({ status, reason }: { status: Status; reason?: string | null | undefined }) {
  const t = useTexts(uiTexts);
  const { tone, icon: Icon } = STATUSES[status];
  const look = `badge nowrap ${tone}`;
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
        <button type="button" {...props} title={reason} className={`plain-button dotted ${look}`}>
          {content}
        </button>
      )}
    >
      <p className="max-320 pad-12 text-13 lines-kept">{reason}</p>
    </Disclosure>
  );
}
