import { type ReactNode, Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { type Align, type TriggerProps, useOpener } from './use-opener.ts';

const load = () => import('./popover-panel.tsx');
const PopoverPanel = lazyPart(load);

/** A panel that a button opens. Its children are rendered only while it is open. */
export function Disclosure({
  trigger,
  children,
  align = 'start',
}: {
  trigger: (props: TriggerProps) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: Align;
}) {
  const { trigger: props, panel } = useOpener(load);
  return (
    <>
      {trigger(props)}
      {panel !== null && (
        <Suspense>
          <PopoverPanel {...panel} align={align}>
            {typeof children === 'function' ? children(panel.close) : children}
          </PopoverPanel>
        </Suspense>
      )}
    </>
  );
}
