import { Button } from '@mantine/core';
import type { SavedView } from '@placard/contract/views';
import type { ReportScreen } from '@placard/domain/analytics/report-offers';
import { Bookmark, CalendarClock, Pencil, Send, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { useAction } from '../../lib/use-action.ts';
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import button from '../../ui/plain-button.module.css';
import { FailedState } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { isGone, ofView } from './of-view.ts';
import { rhythmText } from './rhythm-text.ts';
import { viewTexts } from './texts.ts';
import { useViews } from './use-views.ts';
import classes from './views.module.css';

const NameDialog = quietPart(() => import('./name-dialog.tsx'));
const ScheduleDialog = quietPart(() => import('./schedule-dialog.tsx'));

type Dialog =
  | { readonly kind: 'create'; readonly name?: string }
  | { readonly kind: 'rename' | 'schedule'; readonly view: SavedView };

const REFRESH = [['views']] as const;

/** Opens, saves, and mails what a report shows: beside the report's title. */
export function SavedViews({ screen }: { screen: ReportScreen }) {
  const t = useTexts(viewTexts);
  const { query, views, opened, changed, search, open } = useViews(screen);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [busy, act] = useAction();
  const update = async (view: SavedView) => {
    await act({
      run: () =>
        ofView(view, api.views.update({ id: view.id, version: view.version, search }), () =>
          setDialog({ kind: 'create', name: view.name }),
        ),
      success: t('updated'),
      failure: t('updateFailed'),
      refresh: REFRESH,
    });
  };
  /** As the list has it, which is fetched again where it was changed elsewhere. */
  const newest = (view: SavedView) => views.find(({ id }) => id === view.id) ?? view;
  const named = changed ? t('changed', { name: opened?.name ?? '' }) : opened?.name;
  return (
    <>
      {/* In this order what comes once the views are known moves none of them: a press on Views never meets Save changes. */}
      {changed && opened !== undefined && (
        <Button
          variant="default"
          title={t('updateHint', { name: opened.name })}
          aria-disabled={busy}
          onClick={() => void update(opened)}
        >
          {t('update')}
        </Button>
      )}
      <Button variant="default" onClick={() => setDialog({ kind: 'create' })}>
        {t(opened === undefined ? 'save' : 'saveAs')}
      </Button>
      <Disclosure
        align="end"
        trigger={(props) => (
          <button type="button" {...props} className={button.secondary}>
            <Bookmark size={16} aria-hidden />
            {t('views')}
            {named !== undefined && <span className={`clipped nowrap ${classes.opened}`}>{named}</span>}
          </button>
        )}
      >
        {(close) => (
          <section aria-label={t('list')} className="pad-2">
            {query.isError && views.length === 0 ? (
              <FailedState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
            ) : (
              <ul className="plain-list grid gap-2">
                <li className="row gap-4 rounded-small hovers">
                  <button
                    type="button"
                    className={`small-button row wrap grow shrinks text-left ${classes.choice}`}
                    aria-current={opened === undefined ? 'true' : undefined}
                    onClick={() => {
                      open(null);
                      close();
                    }}
                  >
                    {t('standard')}
                  </button>
                </li>
                {views.map((view) => (
                  <ViewItem
                    key={view.id}
                    view={view}
                    current={view.id === opened?.id}
                    onOpen={() => {
                      open(view);
                      close();
                    }}
                    onDialog={(kind) => {
                      close();
                      setDialog({ kind, view });
                    }}
                    onGone={() => {
                      if (view.id === opened?.id) open(null);
                    }}
                  />
                ))}
              </ul>
            )}
            {query.isSuccess && views.length === 0 && <p className="pad-row muted text-13">{t('none')}</p>}
          </section>
        )}
      </Disclosure>
      {dialog?.kind === 'create' && (
        <NameDialog
          screen={screen}
          search={search}
          name={dialog.name}
          onSaved={(view) => open(view, { replace: true })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === 'rename' && <NameDialog view={newest(dialog.view)} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'schedule' && (
        <ScheduleDialog view={newest(dialog.view)} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

function ViewItem({
  view,
  current,
  onOpen,
  onDialog,
  onGone,
}: {
  view: SavedView;
  current: boolean;
  onOpen: () => void;
  onDialog: (kind: 'rename' | 'schedule') => void;
  onGone: () => void;
}) {
  const t = useTexts(viewTexts);
  const actions = useViewActions(view, onDialog, onGone);
  return (
    <li className="row gap-4 rounded-small hovers">
      <button
        type="button"
        className={`small-button row wrap grow shrinks text-left ${classes.choice}`}
        aria-current={current ? 'true' : undefined}
        onClick={onOpen}
      >
        <span className="shrinks breaks">{view.name}</span>
        {view.isDefault && <span className="inline-row gap-4 muted text-12 regular">{t('isDefault')}</span>}
        {view.schedule !== null && (
          <span className="inline-row gap-4 muted text-12 regular">
            <CalendarClock size={13} aria-hidden /> {rhythmText(view.schedule)}
          </span>
        )}
      </button>
      <ActionMenu name={view.name} actions={actions} />
    </li>
  );
}

function useViewActions(
  view: SavedView,
  onDialog: (kind: 'rename' | 'schedule') => void,
  onGone: () => void,
): MenuAction[] {
  const t = useTexts(viewTexts);
  const { email } = useUser();
  const [, act] = useAction();
  const ask = useConfirmedAction();
  const { id, version, name, isDefault } = view;
  const remove = async () => {
    const done = await ask(
      {
        title: t('deleteTitle', { name }),
        consequence: t('deleteText'),
        confirmLabel: t('delete'),
        danger: true,
      },
      {
        // What was deleted elsewhere is what was asked for.
        run: () =>
          api.views.remove({ id }).catch((error: unknown) => {
            if (!isGone(error)) throw error;
          }),
        success: t('deleted'),
        failure: t('deleteFailed'),
        refresh: REFRESH,
      },
    );
    if (done) onGone();
  };
  return [
    {
      key: 'default',
      label: t(isDefault ? 'noDefault' : 'makeDefault'),
      icon: Star,
      onSelect: () =>
        void act({
          run: () => ofView(view, api.views.update({ id, version, isDefault: !isDefault })),
          success: t('defaultSaved'),
          failure: t('updateFailed'),
          refresh: REFRESH,
        }),
    },
    { key: 'rename', label: t('rename'), icon: Pencil, onSelect: () => onDialog('rename') },
    {
      key: 'mail',
      label: t(view.schedule === null ? 'mail' : 'mailChange'),
      icon: CalendarClock,
      onSelect: () => onDialog('schedule'),
    },
    {
      key: 'send',
      label: t('sendNow'),
      icon: Send,
      onSelect: () =>
        void act({
          run: () => ofView(view, api.views.send({ id })),
          success: t('sent', { email }),
          failure: t('sendFailed'),
          refresh: REFRESH,
        }),
    },
    { key: 'delete', label: t('delete'), icon: Trash2, danger: true, onSelect: () => void remove() },
  ];
}
