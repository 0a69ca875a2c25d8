import { Button } from '@mantine/core';
import type { RecordKind } from '@placard/domain/record';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { type Crumb, PageHeader } from '../../ui/page-header.tsx';
import { type Detail, DetailList, Panel } from '../../ui/panel.tsx';
import classes from './records.module.css';
import { recordTexts } from './texts.ts';

/** At the end of the page: what the record is comes first. */
const HistoryPanel = quietPart(() => import('./history-panel.tsx'));

/**
 * The page of one record: what it is called and how it stands, what can be done with it, its facts beside its money,
 * what belongs to it, and what was done with it.
 */
export function RecordPage({
  record,
  title,
  crumb,
  badge,
  description,
  actions = [],
  facts,
  money,
  notes,
  children,
}: {
  record: {
    readonly kind: RecordKind;
    readonly id: number;
    /** Another text wherever something was done: the history is read again. */
    readonly state: string;
  };
  title: string;
  /** The list it stands in. */
  crumb: Crumb;
  badge?: ReactNode;
  description?: ReactNode;
  /** The first that is no danger is the main one, the rest stands in the menu. */
  actions?: readonly MenuAction[];
  facts: readonly Detail[];
  money?: readonly Detail[] | undefined;
  /** `RecordNotes`, where operators may note something about it. */
  notes?: ReactNode;
  /** What belongs to it: panels. Without any, the facts have the wide column. */
  children?: ReactNode;
}) {
  const t = useTexts(recordTexts);
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[crumb]}
        badge={badge}
        description={description}
        actions={<RecordActions name={title} actions={actions} />}
      />
      <div className={classes.columns}>
        {children !== undefined && <div className="stack gap-20 shrinks">{children}</div>}
        <div className={`stack gap-20 shrinks ${children === undefined ? '' : classes.beside}`}>
          <Panel title={t('facts')}>
            <DetailList details={facts} />
          </Panel>
          {money !== undefined && (
            <Panel title={t('money')}>
              <DetailList details={money} />
            </Panel>
          )}
          {notes}
        </div>
        <div className="shrinks">
          <HistoryPanel {...record} />
        </div>
      </div>
    </>
  );
}

/** Two as buttons, so that what is done most is one press away; more stands in the menu. */
const BUTTONS = 2;

function RecordActions({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  const [shown, rest] = [actions.slice(0, BUTTONS), actions.slice(BUTTONS)];
  return (
    <>
      {shown.map(({ key, label, icon: Icon, danger, disabled, title, onSelect }) => (
        <Button
          key={key}
          variant="default"
          {...(danger === true ? { color: 'red' } : {})}
          disabled={disabled === true}
          title={title}
          leftSection={Icon === undefined ? undefined : <Icon size={16} aria-hidden />}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      <ActionMenu name={name} actions={rest} />
    </>
  );
}
