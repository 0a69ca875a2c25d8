import type { LucideIcon } from 'lucide-react';
import { failureText } from '../../lib/faults/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { openConfirm } from '../../ui/confirm.ts';

/** What every feature with statuses says of its actions, under the same keys. */
export type ActionTexts<Action extends string> = (
  key:
    | `${'action' | 'confirm' | 'done' | 'failed'}.${Action}`
    | `confirm.${Action}Text`
    | `bulk.${'confirm' | 'done' | 'failed'}.${Action}`
    | 'confirm.permanent'
    | 'list.bulkNone'
    | 'bulk.left',
  ...values: never[]
) => string;

type Says = (key: string, values?: Readonly<Record<string, string | number>>) => string;

type Acted = { readonly actions: readonly string[] };

/** There is no way back from these. */
const isPermanent = (action: string): boolean => action === 'archive' || action === 'delete';

/** Asks, acts, tells, and has every view fetched anew. */
export async function actOnOne<Action extends string>(
  texts: ActionTexts<NoInfer<Action>>,
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
  const t = texts as Says;
  const permanent = isPermanent(action);
  await openConfirm(
    {
      title: t(`confirm.${action}`, { name }),
      message: t(`confirm.${action}Text`, { count: 1 }),
      confirmLabel: t(`action.${action}`),
      danger: permanent,
      ...(permanent ? { consequence: t('confirm.permanent') } : {}),
    },
    {
      run: async () => {
        try {
          await run();
          toast.success(t(`done.${action}`));
        } finally {
          void changed();
        }
      },
      failure: (error) => failureText(t(`failed.${action}`), error),
    },
  );
}

/** The same for several; those whose status does not allow it are left alone and said so. */
export async function actOnSeveral<Action extends string, Row extends Acted>(
  texts: ActionTexts<NoInfer<Action>>,
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
  const t = texts as Says;
  const able = rows.filter((row) => row.actions.includes(action));
  const left = rows.length - able.length;
  const permanent = isPermanent(action);
  let rest: readonly Row[] = able;
  await openConfirm(
    {
      title: t(`bulk.confirm.${action}`, { count: able.length }),
      message: [
        ...(left === 0 ? [] : [t('bulk.left', { count: left })]),
        t(`confirm.${action}Text`, { count: able.length }),
      ].join(' '),
      confirmLabel: t(`action.${action}`),
      danger: permanent,
      ...(permanent ? { consequence: t('confirm.permanent') } : {}),
    },
    {
      // What is done is done: trying again does the rest.
      run: async () => {
        const tried = rest;
        const results = await Promise.allSettled(tried.map(run));
        rest = tried.filter((_, index) => results[index]?.status === 'rejected');
        const done = tried.length - rest.length;
        if (done > 0) toast.success(t(`bulk.done.${action}`, { count: done }));
        void changed();
        if (rest.length > 0) throw results.find((result) => result.status === 'rejected')?.reason;
      },
      failure: (error) => failureText(t(`bulk.failed.${action}`, { count: rest.length }), error),
    },
  );
}

/** What is offered for the selected rows; an action that none of them allows cannot be pressed and says why. */
export function bulkMenu<Action extends string, Row extends Acted>(
  texts: ActionTexts<NoInfer<Action>>,
  icons: Readonly<Record<Action, LucideIcon>>,
  actions: readonly Action[],
  act: (action: Action, rows: readonly Row[]) => Promise<void>,
): (rows: readonly Row[]) => MenuAction[] {
  const t = texts as Says;
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
