import type { CAMPAIGN_SORTS, CampaignRow } from '@placard/contract/campaigns';
import { CAMPAIGN_STATUSES } from '@placard/domain/campaign/status';
import { useNavigate } from '@tanstack/react-router';
import { CirclePlay, Megaphone, Wallet } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { defineList, prefetchOf, useListOf } from '../../kits/list/define-list.ts';
import { ListDays, StatusFilter } from '../../kits/list/list-filters.tsx';
import { ListStats } from '../../kits/list/list-stats.tsx';
import { bulkMenu } from '../../kits/status/status-actions.ts';
import { campaignPath } from '../../lib/advertiser-paths.ts';
import { api } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { dayParameter, oneOf } from '../../lib/search/list-search.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useCampaignColumns } from './campaign-columns.tsx';
import { ACTION_ICONS, campaignMenu } from './campaign-menu.ts';
import { CreateCampaignButton } from './create-campaign-button.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { BulkButton } from './list/bulk-button.tsx';
import { editButtonId, InlineEdit } from './list/edit-button.tsx';
import type { ListedCampaign } from './list/figure-columns.tsx';
import type { EditedField } from './list/inline-editor.tsx';
import { FiguresFilter, type FiguresRange, PageFigures, useFiguresRange } from './list/page-figures.tsx';
import { campaignsTexts } from './texts.ts';
import {
  CAMPAIGN_BULK_ACTIONS,
  type CampaignStatusAction,
  useCampaignAction,
  useCampaignBulkAction,
  useDuplicateCampaign,
} from './use-campaign-actions.ts';
import { draftQuery } from './use-campaign-draft.ts';

const InlineEditor = lazyPart(() => import('./list/inline-editor.tsx'));

const campaigns = defineList({
  id: 'campaigns',
  operation: api.campaigns.list,
  sorts: [
    'name',
    'status',
    'totalBudget',
    'createdAt',
    'startDate',
    'endDate',
  ] satisfies (typeof CAMPAIGN_SORTS)[number][],
  defaultSort: '-createdAt',
  filters: {
    status: oneOf(CAMPAIGN_STATUSES),
    startFrom: dayParameter,
    startTo: dayParameter,
    createdFrom: dayParameter,
    createdTo: dayParameter,
  },
  glance: ['status', 'budget'],
  rowId: (row) => row.id,
  rowName: (row) => row.name,
});

function CampaignList() {
  const t = useTexts(campaignsTexts);
  const { list, query, table } = useListOf(campaigns);
  const range = useFiguresRange();
  const editing = useInlineEdit();
  const columns = useCampaignColumns();
  const navigate = useNavigate();
  const act = useCampaignAction();
  const duplicate = useDuplicateCampaign();
  const actOnAll = useCampaignBulkAction();
  const [asksAboutDraft, setAsksAboutDraft] = useState(false);

  const does = {
    act: (action: CampaignStatusAction, row: CampaignRow) => void act(action, row),
    duplicate: (row: CampaignRow) => void duplicate(row),
    edit: (row: CampaignRow) =>
      void navigate({ to: campaignPath(row.id), search: { tab: 'settings', mode: 'edit' } }),
  };

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('list.description')}
        actions={
          <>
            <BulkButton />
            <CreateCampaignButton onAsks={setAsksAboutDraft} />
          </>
        }
      />
      <DraftBanner asked={asksAboutDraft} />
      <ListStats
        query={query}
        cards={{
          total: { label: t('stat.total'), icon: Megaphone },
          active: { label: t('stat.active'), icon: CirclePlay },
          totalBudget: { label: t('stat.budget'), icon: Wallet, money: true },
        }}
      />
      <InlineEdit value={editing.start}>
        <PageFigures ids={query.data?.items.map((row) => row.id) ?? []} range={range}>
          <DataTable<ListedCampaign>
            {...table}
            caption={t('list.caption')}
            columns={columns}
            rowActions={(row) => campaignMenu(t, row, does)}
            bulkActions={bulkMenu(t, ACTION_ICONS, CAMPAIGN_BULK_ACTIONS, actOnAll)}
            searchLabel={t('list.search')}
            rowEditor={editing.editor(query.data?.items ?? [])}
            filters={(shows) => (
              <>
                <StatusFilter list={list} label={t('column.status')} values={CAMPAIGN_STATUSES} />
                <ListDays
                  list={list}
                  name="start"
                  label={t('column.start')}
                  spoken={t('list.startDateRange')}
                />
                <ListDays
                  list={list}
                  name="created"
                  label={t('column.created')}
                  spoken={t('list.createdDateRange')}
                />
                <FiguresFilter shows={shows} />
              </>
            )}
            failed={t('list.fetchFailed')}
            denied={t('list.denied')}
            fetchPage={(page) => withFigures(table.fetchPage(page), range)}
            empty={
              <EmptyState
                icon={Megaphone}
                title={t('list.empty')}
                text={t('list.emptyText')}
                action={<CreateCampaignButton label={t('list.first')} onAsks={setAsksAboutDraft} />}
              />
            }
          />
        </PageFigures>
      </InlineEdit>
    </>
  );
}

/** Which row is being edited where it stands; the pressed button gets the focus back. */
function useInlineEdit() {
  const [edited, setEdited] = useState<{ readonly id: number; readonly first: EditedField } | null>(null);
  const shown = useRef(false);
  const done = () => {
    if (edited === null) return;
    setEdited(null);
    requestAnimationFrame(() => document.getElementById(editButtonId(edited.id, edited.first))?.focus());
  };
  return {
    /** One at a time: what is typed in another row is not thrown away by a press. */
    start: (row: CampaignRow, first: EditedField) => {
      if (!shown.current) setEdited({ id: row.id, first });
    },
    editor: (rows: readonly CampaignRow[]) => {
      const row = rows.find(({ id }) => id === edited?.id);
      shown.current = row !== undefined;
      if (edited === null || row === undefined) return undefined;
      const content = (
        <Suspense fallback={<LoadingState lines={1} />}>
          <InlineEditor key={row.id} campaign={row} first={edited.first} onDone={done} />
        </Suspense>
      );
      return { rowId: row.id, content };
    },
  };
}

/** The file has the figures as well, whichever columns are shown. */
async function withFigures(page: ReturnType<typeof api.campaigns.list>, range: FiguresRange) {
  const { items, total } = await page;
  if (items.length === 0) return { items, total };
  const ids = items.map((row) => row.id).join();
  const figures = await api.campaigns.figures({ ids, ...range });
  const byId = new Map(figures.items.map((one) => [one.id, one]));
  return { items: items.map((row): ListedCampaign => ({ ...row, figures: byId.get(row.id) })), total };
}

const prefetchRows = prefetchOf(campaigns);
export default Object.assign(CampaignList, {
  prefetch: (search: SearchRecord) => {
    void queryClient.prefetchQuery(draftQuery());
    prefetchRows(search);
  },
});
