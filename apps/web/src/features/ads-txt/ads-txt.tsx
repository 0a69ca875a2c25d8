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
import { Suspense, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { ListChoice } from '../../kits/list/list-filters.tsx';
import { ListStats } from '../../kits/list/list-stats.tsx';
import { api } from '../../lib/api/api.ts';
import { WEBSITE_CREATE_PATH } from '../../lib/publisher-paths.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { Notice } from '../../ui/form/field-layout.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded, LoadingState } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useAdsTxtColumns } from './ads-txt-columns.tsx';
import { adsTxtTexts } from './texts.ts';

const HistoryDialog = lazyPart(() => import('./history-dialog.tsx'));
const MergedDialog = lazyPart(() => import('./merged-dialog.tsx'));

const RESULTS = ['ok', 'missing_line', 'unknown'] as const;

const websites = defineList({
  id: 'ads-txt',
  operation: api.adsTxt.list,
  sorts: ['domain', 'result', 'checkedAt'],
  defaultSort: 'domain',
  filters: { result: oneOf(RESULTS) },
  glance: ['result', 'check'],
  rowId: (row) => row.websiteId,
  rowName: (row) => shownDomain(row.domain),
});

type Answer = Awaited<ReturnType<typeof api.adsTxt.list>>;
type Open = { readonly kind: 'history' | 'merged'; readonly website: AdsTxtWebsite };

/** The line to add, and for each website whether it stands in its ads.txt. */
export default function AdsTxt() {
  const t = useTexts(adsTxtTexts);
  const ui = useTexts(uiTexts);
  const { list, query, table } = useListOf(websites);
  const columns = useAdsTxtColumns();
  const [open, setOpen] = useState<Open | null>(null);
  const Dialog = open?.kind === 'history' ? HistoryDialog : MergedDialog;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className="stack gap-16">
        <LinesPanel query={query} />
        <ListStats
          query={query}
          cards={{
            ok: { label: t('stat.ok'), icon: CircleCheck },
            missingLine: { label: t('stat.missing'), icon: CircleAlert },
            unknown: { label: t('stat.unknown'), icon: CircleDashed },
          }}
        />
      </div>
      <DataTable
        {...table}
        caption={t('list.caption')}
        columns={columns}
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
          <ListChoice
            list={list}
            name="result"
            label={t('list.result')}
            values={RESULTS}
            words={(result) => ui(`status.${result}`)}
          />
        }
        failed={t('failed')}
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
              <ol className="grid gap-4 muted text-13 bullets">
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
