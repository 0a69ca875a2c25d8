import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type KeyboardEvent, type ReactNode, use } from 'react';
import classes from './floating.module.css';
import { Anchor, floating, InPanel } from './floating.tsx';
import type { MenuAction } from './menu-action.ts';
import type { Align, OpenedPanel } from './use-opener.ts';

function MenuItem({ action }: { action: MenuAction }) {
  const Icon = action.icon;
  const shared = {
    className: action.danger ? classes.danger : undefined,
    title: action.title,
    leftSection: Icon !== undefined && <Icon size={16} aria-hidden />,
    children: action.label,
  };
  if (action.href === undefined) {
    return (
      <Menu.Item
        {...shared}
        data-disabled={action.disabled ?? false}
        aria-disabled={action.disabled}
        onClick={() => {
          if (!action.disabled) action.onSelect?.();
        }}
      />
    );
  }
  return action.external ? (
    <Menu.Item {...shared} component="a" href={action.href} target="_blank" rel="noopener noreferrer" />
  ) : (
    <Menu.Item {...shared} component={Link} to={action.href} />
  );
}

/** The menu of an `ActionMenu`; its first item has the focus. */
export default function MenuPanel({
  id,
  anchor,
  close,
  align,
  label,
  header,
  actions,
}: OpenedPanel & { align: Align; label: string; header: ReactNode; actions: readonly MenuAction[] }) {
  const place = floating(align, use(InPanel));
  // Before anybody else: a panel around the menu stays, and the trap would hold a Tab that is to go on from the button.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.stopPropagation();
    close();
  };
  return (
    <Menu
      {...place}
      classNames={{
        ...place.classNames,
        item: classes.item,
        itemSection: classes.icon,
        divider: classes.divider,
      }}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      onChange={close}
    >
      <Menu.Target>
        <Anchor to={anchor} />
      </Menu.Target>
      <Menu.Dropdown
        id={id}
        aria-label={label}
        aria-labelledby={undefined}
        onKeyDownCapture={onKeyDownCapture}
      >
        {header}
        <div className={classes.list}>
          {actions.map((action, index) => (
            <Fragment key={action.key}>
              {action.danger && index > 0 && !actions[index - 1]?.danger && <Menu.Divider />}
              <MenuItem action={action} />
            </Fragment>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
