import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, use } from 'react';
import classes from './form.module.css';
import { ToldContext } from './told-context.ts';

/** A form and, beside it where there is room, what it makes: a summary or a preview. */
export function SideBySide({
  children,
  aside,
  wide = false,
}: {
  children: ReactNode;
  aside?: ReactNode;
  /** Nearly half of the page for the aside: previews. */
  wide?: boolean;
}) {
  if (aside === undefined) return <div className="stack gap-20 shrinks">{children}</div>;
  return (
    <div className={wide ? `stack top ${classes.columns} ${classes.wide}` : `stack top ${classes.columns}`}>
      <div className="stack gap-20 shrinks">{children}</div>
      <aside className={`shrinks ${classes.aside}`}>{aside}</aside>
    </div>
  );
}

/** Panels of a page below each other. */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className="stack gap-20 shrinks">{children}</div>;
}

/** Fields below each other; two `Half` stand side by side. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={classes.fields}>{children}</div>;
}

export function Half({ children }: { children: ReactNode }) {
  return <div className={classes.half}>{children}</div>;
}

/** The buttons of a form at its end, and what it tells; `start` stands at the left. */
export function ButtonRow({ children, start }: { children: ReactNode; start?: ReactNode }) {
  return (
    <div className={`row wrap justify-end gap-8 ${classes.buttons}`}>
      {use(ToldContext)}
      {start !== undefined && <div style={{ marginInlineEnd: 'auto' }}>{start}</div>}
      {children}
    </div>
  );
}

const GROUNDS = { info: 'info-ground', warn: 'warn-ground', bad: 'bad-ground' };
const NOTICE_ICONS = { info: Info, warn: TriangleAlert, bad: CircleAlert };

/** Something to know before going on, in the flow of the page. `live` is read out when it appears. */
export function Notice({
  tone = 'info',
  live = false,
  children,
}: {
  tone?: keyof typeof NOTICE_ICONS;
  live?: boolean;
  children: ReactNode;
}) {
  const Icon = NOTICE_ICONS[tone];
  return (
    <div
      className={`framed flex gap-8 top-flex text-13 pad-12 ${GROUNDS[tone]} ${classes.notice}`}
      {...(live ? { role: tone === 'bad' ? 'alert' : 'status' } : {})}
    >
      <Icon size={16} className={tone} aria-hidden />
      <div className="stack items-start gap-8 grow shrinks">{children}</div>
    </div>
  );
}
