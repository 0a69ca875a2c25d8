import type { AdsTxtWebsite } from '@placard/contract/ads-txt';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  ExternalLink,
  FileCheck,
  History,
  ListPlus,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { WEBSITE_CREATE_PATH } from '../../lib/publisher-paths.ts';
import { listSearch, oneOf } from '../../lib/search/list-search.ts';
import { useList, useListQuery } from '../../lib/search/use-list.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { Count } from '../../ui/count.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Notice } from '../../ui/form/field-layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { EmptyState, Loaded, LoadingState } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import classes from './ads-txt.module.css';
import { useAdsTxtColumns } from './ads-txt-columns.tsx';
import { adsTxtTexts } from './texts.ts';

const HistoryDialog = lazy(() => import('./history-dialog.tsx'));
const MergedDialog = lazy(() => import('./merged-dialog.tsx'));

const RESULTS = ['ok', 'missing_line', 'unknown'] as const;

const search = listSearch({
  sorts: ['domain', 'result', 'resultAt'],
  defaultSort: 'domain',
  filters: { result: oneOf(RESULTS) },
});

type Answer = Awaited<ReturnType<typeof api.adsTxt.list>>;
type Open = { readonly kind: 'history' | 'merged'; readonly website: AdsTxtWebsite };

/** The line to add, and for each website whether it stands in its ads.txt. */
export default function AdsTxt() {
  const t = useTexts(adsTxtTexts);
  const ui = useTexts(uiTexts);
  const list = useList(search);
  const query = useListQuery(api.adsTxt.list, list.input);
  const columns = useAdsTxtColumns();
  const [open, setOpen] = useState<Open | null>(null);
  const Dialog = open?.kind === 'history' ? HistoryDialog : MergedDialog;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className={classes.top}>
        <LinesPanel query={query} />
        <Stats stats={query.data?.stats} failed={query.isError} />
      </div>
      <DataTable
        id="ads-txt"
        caption={t('list.caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.websiteId}
        rowName={(row) => shownDomain(row.domain)}
        rowActions={(row) => [
          {
            key: 'merged',
            label: t('action.merged'),
            icon: ListPlus,
            onSelect: () => setOpen({ kind: 'merged', website: row }),
          },
          {
            key: 'history',
            label: t('action.history'),
            icon: History,
            onSelect: () => setOpen({ kind: 'history', website: row }),
          },
          { key: 'open', label: t('action.open'), icon: ExternalLink, href: row.fileUrl },
        ]}
        searchLabel={t('list.search')}
        filters={
          <ChoiceFilter
            label={t('list.result')}
            value={list.input.result}
            choices={RESULTS.map((value) => ({ value, label: ui(`status.${value}`) }))}
            onChange={(result) => list.setFilters({ result })}
          />
        }
        failed={t('failed')}
        fetchPage={(page) => api.adsTxt.list({ ...list.input, ...page })}
        empty={
          <EmptyState
            icon={FileCheck}
            title={t('list.empty')}
            text={t('list.emptyText')}
            action={<ButtonLink to={WEBSITE_CREATE_PATH}>{t('list.addWebsite')}</ButtonLink>}
          />
        }
      />
      {open !== null && (
        <Suspense fallback={null}>
          <Dialog website={open.website} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

function LinesPanel({ query }: { query: UseQueryResult<Answer, Error> }) {
  const t = useTexts(adsTxtTexts);
  return (
    <Panel title={t('lines.title')} description={t('lines.description')}>
      <Loaded query={query} failed={t('lines.failed')} loading={<LoadingState lines={3} />}>
        {({ networkIsPublic, lines }) => (
          <>
            {!networkIsPublic && <Notice tone="warn">{t('lines.notPublic')}</Notice>}
            <CodeBlock code={lines.join('\n')} label={t('lines.label')} />
            {networkIsPublic && (
              <ol className={classes.steps}>
                <li>{t('lines.step1')}</li>
                <li>{t('lines.step2')}</li>
                <li>{t('lines.step3', { address: t('lines.address') })}</li>
              </ol>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Stats({ stats, failed }: { stats: Answer['stats'] | undefined; failed: boolean }) {
  const t = useTexts(adsTxtTexts);
  const loading = stats === undefined;
  return (
    <StatCards failed={failed}>
      <StatCard
        label={t('stat.ok')}
        icon={CircleCheck}
        loading={loading}
        value={<Count value={stats?.ok ?? 0} />}
      />
      <StatCard
        label={t('stat.missing')}
        icon={CircleAlert}
        loading={loading}
        value={<Count value={stats?.missingLine ?? 0} />}
      />
      <StatCard
        label={t('stat.unknown')}
        icon={CircleDashed}
        loading={loading}
        value={<Count value={stats?.unknown ?? 0} />}
      />
    </StatCards>
  );
}
