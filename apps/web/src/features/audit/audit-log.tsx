import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, FileText } from 'lucide-react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { type Api, api } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { oneOf, readFilters } from '../../lib/search/list-search.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { useCurrency } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DetailList } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { auditFacts, wordsOfKey } from './audit-detail.ts';
import classes from './log.module.css';
import { LogPages } from './log-pages.tsx';
import { auditTexts } from './texts.ts';

type Entry = Awaited<ReturnType<Api['operator']['audit']>>['items'][number];
type Subject = keyof typeof auditTexts.english.subject;

const SUBJECTS = Object.keys(auditTexts.english.subject) as Subject[];

function isKey<Tree extends object>(tree: Tree, key: string): key is Extract<keyof Tree, string> {
  return Object.hasOwn(tree, key);
}

function useAudit(subjectKind: Subject | undefined) {
  return useInfiniteQuery({
    queryKey: [...api.operator.audit.key, 'pages', subjectKind ?? null],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.operator.audit(
        {
          ...(subjectKind === undefined ? {} : { subjectKind }),
          ...(pageParam === undefined ? {} : { before: pageParam }),
        },
        { signal },
      ),
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** Who changed what, newest first; a line opens to its details. What it is about can be chosen, in the URL. */
export default function AuditLog() {
  const t = useTexts(auditTexts);
  const ui = useTexts(uiTexts);
  const [raw, change] = useSearchParameters();
  const { about } = readFilters({ about: oneOf(SUBJECTS) }, raw);
  const query = useAudit(about);
  const entries = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className="below-16">
        <ChoiceFilter
          label={t('about')}
          value={about}
          choices={SUBJECTS.map((value) => ({ value, label: t(`subject.${value}`) }))}
          onChange={(value) => change({ about: value })}
        />
      </div>
      <LogPages
        query={query}
        lines={6}
        failed={t('failed')}
        empty={
          <EmptyState
            framed
            icon={FileText}
            title={about === undefined ? t('empty') : t('noMatch')}
            text={t('emptyText')}
            {...(about === undefined
              ? {}
              : {
                  action: (
                    <Button variant="default" onClick={() => change({ about: undefined })}>
                      {ui('table.clearFilters')}
                    </Button>
                  ),
                })}
          />
        }
        more={t('more')}
        entries={entries.map((entry) => <Line key={entry.id} entry={entry} />)}
      />
    </>
  );
}

/** Where it came from, as far as it is known. */
function originOf(entry: Entry, t: Translate<typeof auditTexts.english>) {
  return [
    ...(entry.ip === null ? [] : [{ label: t('origin.ip'), value: entry.ip }]),
    ...(entry.userAgent === null || entry.userAgent === ''
      ? []
      : [{ label: t('origin.userAgent'), value: entry.userAgent }]),
    ...(entry.apiKeyId === null ? [] : [{ label: t('origin.apiKey'), value: String(entry.apiKeyId) }]),
  ];
}

function Line({ entry }: { entry: Entry }) {
  const t = useTexts(auditTexts);
  const currency = useCurrency();
  const { action, subject } = auditTexts.english;
  const verb = entry.action.split('.').at(-1) ?? '';
  const words = isKey(action, verb) ? t(`action.${verb}`) : wordsOfKey(verb);
  const kind = isKey(subject, entry.subjectKind)
    ? t(`subject.${entry.subjectKind}`)
    : wordsOfKey(entry.subjectKind);
  const facts = auditFacts(entry.detail, (dollars) => formatMoney(dollars, currency));
  return (
    <details className={`${classes.entry} ${classes.audit}`}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <strong>{words}</strong>
        <span>{entry.subjectId === null ? kind : `${kind} ${entry.subjectId}`}</span>
        <span>{entry.actor === 'system' ? t('system') : entry.actor}</span>
        <span>
          <DateTime value={entry.at} withTime />
        </span>
      </summary>
      <div className={classes.facts}>
        {facts.length === 0 && t('none')}
        <DetailList
          details={[
            ...facts.map(({ name, before, value }) => ({
              label: name,
              value: before === undefined ? value : t('change', { before, after: value }),
            })),
            ...originOf(entry, t),
          ]}
        />
      </div>
    </details>
  );
}
