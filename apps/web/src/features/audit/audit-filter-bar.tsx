import { AUDIT_ACTOR_KINDS } from '@placard/domain/audit';
import { useQuery } from '@tanstack/react-query';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import { OneAccount, OnlyFilter } from '../../kits/records/account-filter.tsx';
import { auditWordTexts } from '../../kits/records/audit-texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { ChoiceFilter, DayRangeFilter, DaysNotice, SearchBox } from '../../ui/filters.tsx';
import { ACTIONS, type AskedOfLog, SUBJECTS } from './audit-filters.ts';
import { auditTexts } from './texts.ts';

/** In the alphabet of the reader. */
function byLabel<Value extends string>(values: readonly Value[], words: (value: Value) => string) {
  return values
    .map((value) => ({ value, label: words(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, currentLocale()));
}

export function AuditFilterBar({ asked: { set, change, daysIssue } }: { asked: AskedOfLog }) {
  const t = useTexts(auditTexts);
  const words = useTexts(auditWordTexts);
  return (
    <div className="row wrap gap-8 below-16">
      <SearchBox
        label={t('search')}
        value={set.search ?? ''}
        onChange={(text) =>
          change({ search: text === '' ? undefined : text }, { replace: set.search !== undefined })
        }
      />
      <ChoiceFilter
        label={t('about')}
        value={set.about}
        choices={byLabel(SUBJECTS, (value) => words(`subject.${value}`))}
        onChange={(value) => change({ about: value, subject: undefined })}
      />
      <ChoiceFilter
        label={t('action')}
        value={set.action}
        choices={byLabel(ACTIONS, (value) => words(`action.${value}`))}
        onChange={(value) => change({ action: value })}
      />
      <ChoiceFilter
        label={t('actorKind')}
        value={set.by}
        choices={byLabel(AUDIT_ACTOR_KINDS, (value) => t(`actors.${value}`))}
        onChange={(value) => change({ by: value })}
      />
      <DayRangeFilter
        label={t('period')}
        value={{ from: set.from, to: set.to }}
        onChange={({ from, to }) => change({ from, to })}
      />
      <DaysNotice issue={daysIssue} />
      {set.about !== undefined && set.subject !== undefined && (
        <OnlyFilter
          label={words(`subject.${set.about}`)}
          name={String(set.subject)}
          clear={t('clearSubject')}
          onClear={() => change({ subject: undefined })}
        />
      )}
      {set.account !== undefined && (
        <OneAccount id={set.account} onClear={() => change({ account: undefined })} />
      )}
      {set.actor !== undefined && <OneActor id={set.actor} onClear={() => change({ actor: undefined })} />}
    </div>
  );
}

function OneActor({ id, onClear }: { id: number; onClear: () => void }) {
  const t = useTexts(auditTexts);
  const { data } = useQuery(apiQuery(api.records.user, { id }));
  const name = data === undefined ? '' : `${data.firstName} ${data.lastName}`.trim() || data.email;
  return (
    <OnlyFilter
      label={t('actorKind')}
      name={name === '' ? String(id) : name}
      clear={t('clearActor')}
      onClear={onClear}
    />
  );
}
