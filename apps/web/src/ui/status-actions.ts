import type { LucideIcon } from 'lucide-react';
import type { MessageValues } from '../i18n/message-format.ts';
import { failureText } from '../lib/api/failure-text.ts';
import { toast } from '../lib/toast-store.ts';
import type { MenuAction } from './action-menu.tsx';
import { openConfirm } from './confirm.ts';

/** What every feature with statuses says of its actions, under the same keys. */
export type ActionTexts<Action extends string> = {
  (key: `action.${Action}` | `confirm.${Action}Text` | 'confirm.permanent'): string;
  (key: `done.${Action}` | `failed.${Action}` | 'list.bulkNone'): string;
  (key: `confirm.${Action}`, values: MessageValues): string;
  (key: `bulk.${'confirm' | 'done' | 'failed'}.${Action}` | 'bulk.left', values: MessageValues): string;
};

type Acted = { readonly actions: readonly string[] };

/** There is no way back from these. */
const isPermanent = (action: string): boolean => action === 'archive' || action === 'delete';

/** Asks, acts, tells, and has every view fetched anew. */
export async function actOnOne<Action extends string>(
  t: ActionTexts<NoInfer<Action>>,
  action: Action,
  {
    name,
    run,
    changed,
  }: {
    readonly name: string;
    readonly run: () => Promise<unknown>;
    readonly changed: () => Promise<unknown>;
  },
): Promise<void> {
  const permanent = isPermanent(action);
  const confirmed = await openConfirm({
    title: t(`confirm.${action}`, { name }),
    message: t(`confirm.${action}Text`),
    confirmLabel: t(`action.${action}`),
    danger: permanent,
    ...(permanent ? { consequence: t('confirm.permanent') } : {}),
  });
  if (!confirmed) return;
  try {
    await run();
    toast.success(t(`done.${action}`));
  } catch (error) {
    toast.failure(failureText(t(`failed.${action}`), error));
  } finally {
    await changed();
  }
}

/** The same for several; those whose status does not allow it are left alone and said so. */
export async function actOnSeveral<Action extends string, Row extends Acted>(
  t: ActionTexts<NoInfer<Action>>,
  action: Action,
  {
    rows,
    run,
    changed,
  }: {
    readonly rows: readonly Row[];
    readonly run: (row: Row) => Promise<unknown>;
    readonly changed: () => Promise<unknown>;
  },
): Promise<void> {
  const able = rows.filter((row) => row.actions.includes(action));
  const left = rows.length - able.length;
  const permanent = isPermanent(action);
  const confirmed = await openConfirm({
    title: t(`bulk.confirm.${action}`, { count: able.length }),
    message: left === 0 ? t(`confirm.${action}Text`) : t('bulk.left', { count: left }),
    confirmLabel: t(`action.${action}`),
    danger: permanent,
    ...(permanent ? { consequence: t('confirm.permanent') } : {}),
  });
  if (!confirmed) return;
  const results = await Promise.allSettled(able.map(run));
  const failed = results.filter((result) => result.status === 'rejected').length;
  if (failed < able.length) toast.success(t(`bulk.done.${action}`, { count: able.length - failed }));
  if (failed > 0) toast.failure(t(`bulk.failed.${action}`, { count: failed }));
  await changed();
}

/** What is offered for the selected rows; an action that none of them allows cannot be pressed and says why. */
export function bulkMenu<Action extends string, Row extends Acted>(
  t: ActionTexts<NoInfer<Action>>,
  icons: Readonly<Record<Action, LucideIcon>>,
  actions: readonly Action[],
  act: (action: Action, rows: readonly Row[]) => Promise<void>,
): (rows: readonly Row[]) => MenuAction[] {
  return (rows) =>
    actions.map((action) => {
      const able = rows.some((row) => row.actions.includes(action));
      return {
        key: action,
        label: t(`action.${action}`),
        icon: icons[action],
        danger: isPermanent(action),
        disabled: !able,
        ...(able ? {} : { title: t('list.bulkNone') }),
        onSelect: () => void act(action, rows),
      };
    });
}
