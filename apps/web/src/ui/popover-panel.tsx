import { Popover } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, use } from 'react';
import { Anchor, floating, InPanel } from './floating.tsx';
import type { Align, OpenedPanel } from './use-opener.ts';

/** The panel of a `Disclosure`; it has the focus while it is open. */
export default function PopoverPanel({
  id,
  anchor,
  close,
  align,
  children,
}: OpenedPanel & { align: Align; children: ReactNode }) {
  const nested = use(InPanel);
  // Wherever the focus is; a menu inside the panel keeps its own to itself.
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  return (
    <Popover {...floating(align, nested)} trapFocus withRoles={false} closeOnEscape={false} onChange={close}>
      <Popover.Target>
        <Anchor to={anchor} />
      </Popover.Target>
      <Popover.Dropdown id={id} tabIndex={-1}>
        <InPanel value>{children}</InPanel>
      </Popover.Dropdown>
    </Popover>
  );
}
