import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { quietPart } from './lazy-part.tsx';
import type { MenuAction } from './menu-action.ts';
import { type Align, type TriggerProps, useOpener } from './use-opener.ts';

export type { MenuAction };

const load = () => import('./menu-panel.tsx');
const MenuPanel = quietPart(load);

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
  align?: Align;
}) {
  const t = useTexts(uiTexts);
  const { trigger: props, panel } = useOpener(load);
  if (actions.length === 0) return null;
  const label = t('actionsFor', { name });
  return (
    <>
      {trigger?.({ ...props, 'aria-haspopup': 'menu' }) ?? (
        <button
          type="button"
          {...props}
          aria-haspopup="menu"
          aria-label={label}
          className="icon-button medium"
        >
          <Ellipsis size={17} aria-hidden />
        </button>
      )}
      {panel !== null && (
        <MenuPanel {...panel} align={align} label={label} header={header} actions={actions} />
      )}
    </>
  );
}
