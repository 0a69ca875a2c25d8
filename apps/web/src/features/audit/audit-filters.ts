import { AUDIT_ACTOR_KINDS } from '@placard/domain/audit';
import { listDaysIssue } from '@placard/domain/day-bounds';
import { useMemo } from 'react';
import { auditWordTexts } from '../../kits/records/audit-texts.ts';
import { dayParameter, oneOf, readFilters, textParameter } from '../../lib/search/list-search.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';

type Subject = keyof typeof auditWordTexts.english.subject;
type Action = keyof typeof auditWordTexts.english.action;

export const SUBJECTS = Object.keys(auditWordTexts.english.subject) as Subject[];
export const ACTIONS = Object.keys(auditWordTexts.english.action) as Action[];

const FILTERS = {
  search: textParameter,
  about: oneOf(SUBJECTS),
  subject: idParameter,
  by: oneOf(AUDIT_ACTOR_KINDS),
  action: oneOf(ACTIONS),
  account: idParameter,
  actor: idParameter,
  from: dayParameter,
  to: dayParameter,
};

/** What the URL asks of the log, as the operation takes it, and how it is changed. */
export function useAskedOfLog() {
  const [raw, change] = useSearchParameters();
  return useMemo(() => {
    const set = readFilters(FILTERS, raw);
    const { about, subject, by, ...rest } = set;
    const filters = {
      ...rest,
      ...(about === undefined ? {} : { subjectKind: about }),
      // A number says nothing without what it is of.
      ...(about === undefined || subject === undefined ? {} : { subjectId: subject }),
      ...(by === undefined ? {} : { actorKind: by }),
    };
    return {
      set,
      filters,
      daysIssue: listDaysIssue({ from: raw.from, to: raw.to }),
      narrowed: Object.keys(set).length > 0,
      change,
      clear: () => change(Object.fromEntries(Object.keys(FILTERS).map((name) => [name, undefined]))),
    };
  }, [raw, change]);
}
export type AskedOfLog = ReturnType<typeof useAskedOfLog>;
