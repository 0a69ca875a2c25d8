import { Link } from '@tanstack/react-router';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import classes from './action-menu.module.css';
import { Disclosure, type TriggerProps } from './disclosure.tsx';

export type MenuAction = {
  readonly key: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Either something to do or a place to go. */
  readonly onSelect?: () => void;
  readonly href?: string;
  readonly external?: boolean;
  /** Red, and set apart: archive, delete. */
  readonly danger?: boolean;
  /** Shown but not possible now; say why in `title`. */
  readonly disabled?: boolean;
  readonly title?: string;
};

function MenuItem({ action, close }: { action: MenuAction; close: () => void }) {
  const Icon = action.icon;
  const look = action.danger ? `${classes.item} ${classes.danger}` : classes.item;
  const content = (
    <>
      {Icon !== undefined && <Icon size={16} aria-hidden />}
      {action.label}
    </>
  );
  const shared = { role: 'menuitem', tabIndex: -1, className: look, title: action.title } as const;
  if (action.href !== undefined && action.external) {
    return (
      <a {...shared} href={action.href} target="_blank" rel="noopener noreferrer" onClick={close}>
        {content}
      </a>
    );
  }
  if (action.href !== undefined) {
    return (
      <Link {...shared} to={action.href} onClick={close}>
        {content}
      </Link>
    );
  }
  const select = () => {
    if (action.disabled) return;
    close();
    action.onSelect?.();
  };
  return (
    <button type="button" {...shared} aria-disabled={action.disabled} onClick={select}>
      {content}
    </button>
  );
}

const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function MenuList({
  actions,
  label,
  close,
}: {
  actions: readonly MenuAction[];
  label: string;
  close: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const now = all.indexOf(document.activeElement as HTMLElement);
    const move = MOVES[event.key];
    if (move !== undefined) {
      event.preventDefault();
      all[move(now, all.length)]?.focus();
    } else if (event.key === 'Tab') close();
    else if (event.key.length === 1) {
      const letter = event.key.toLowerCase();
      const found = all.find(
        (item, index) => index !== now && item.textContent?.trim().toLowerCase().startsWith(letter),
      );
      found?.focus();
    }
  };
  return (
    <div ref={list} role="menu" aria-label={label} className={classes.list} onKeyDown={onKeyDown}>
      {actions.map((action, index) => (
        <Fragment key={action.key}>
          {action.danger && index > 0 && !actions[index - 1]?.danger && <hr className={classes.divider} />}
          <MenuItem action={action} close={close} />
        </Fragment>
      ))}
    </div>
  );
}

/** A menu of actions. `name` is the thing they are for: screen readers hear "Actions for Spring sale". */
export function ActionMenu({
  name,
  actions,
  trigger,
  header,
  align = 'end',
}: {
  name: string;
  actions: readonly MenuAction[];
  /** Another button than the three dots. */
  trigger?: (props: TriggerProps & { 'aria-haspopup': 'menu' }) => ReactNode;
  /** Above the actions: whose menu this is. */
  header?: ReactNode;
  align?: 'start' | 'end';
}) {
  const t = useTexts(uiTexts);
  if (actions.length === 0) return null;
  const label = t('actionsFor', { name });
  return (
    <Disclosure
      align={align}
      trigger={(props) =>
        trigger?.({ ...props, 'aria-haspopup': 'menu' }) ?? (
          <button
            type="button"
            {...props}
            aria-haspopup="menu"
            aria-label={label}
            className={classes.trigger}
          >
            <Ellipsis size={17} aria-hidden />
          </button>
        )
      }
    >
      {(close) => (
        <>
          {header}
          <MenuList actions={actions} label={label} close={close} />
        </>
      )}
    </Disclosure>
  );
}
