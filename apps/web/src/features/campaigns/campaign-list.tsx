import type { CampaignRow } from '@placard/contract/campaigns';
import { CAMPAIGN_STATUSES } from '@placard/domain/campaign/status';
import { useNavigate } from '@tanstack/react-router';
import { CirclePlay, Megaphone, Wallet } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { bulkMenu } from '../../kits/status/status-actions.ts';
import { campaignPath } from '../../lib/advertiser-paths.ts';
import { api } from '../../lib/api/api.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { prefetchList, useList, useListQuery } from '../../lib/search/use-list.ts';
import { Count } from '../../ui/count.tsx';
import { ChoiceFilter, DayRangeFilter } from '../../ui/filters.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useCampaignColumns } from './campaign-columns.tsx';
import { ACTION_ICONS, campaignMenu } from './campaign-menu.ts';
import { campaignSearch } from './campaign-search.ts';
import { CreateCampaignButton } from './create-campaign-button.tsx';
import { DraftBanner } from './draft-banner.tsx';
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

const InlineEditor = lazy(() => import('./list/inline-editor.tsx'));

function CampaignList() {
  const t = useTexts(campaignsTexts);
  const list = useList(campaignSearch);
  const query = useListQuery(api.campaigns.list, list.input);
  const range = useFiguresRange();
  const editing = useInlineEdit();
  const columns = useCampaignColumns();
  const navigate = useNavigate();
  const act = useCampaignAction();
  const duplicate = useDuplicateCampaign();
  const actOnAll = useCampaignBulkAction();

  const does = {
    act: (action: CampaignStatusAction, row: CampaignRow) => void act(action, row),
    duplicate: (row: CampaignRow) => void duplicate(row),
    edit: (row: CampaignRow) =>
      void navigate({ to: campaignPath(row.id), search: { tab: 'settings', mode: 'edit' } }),
  };

  return (
    <>
      <PageHeader title={t('title')} description={t('list.description')} actions={<CreateCampaignButton />} />
      <DraftBanner />
      <CampaignStats stats={query.data?.stats} failed={query.isError} />
      <InlineEdit value={editing.start}>
        <PageFigures ids={query.data?.items.map((row) => row.id) ?? []} range={range}>
          <DataTable<ListedCampaign>
            id="campaigns"
            caption={t('list.caption')}
            columns={columns}
            list={list}
            query={query}
            rowId={(row) => row.id}
            rowName={(row) => row.name}
            rowActions={(row) => campaignMenu(t, row, does)}
            bulkActions={bulkMenu(t, ACTION_ICONS, CAMPAIGN_BULK_ACTIONS, actOnAll)}
            searchLabel={t('list.search')}
            rowEditor={editing.editor(query.data?.items ?? [])}
            filters={(shows) => (
              <>
                <CampaignFilters list={list} />
                <FiguresFilter shows={shows} />
              </>
            )}
            failed={t('list.fetchFailed')}
            fetchPage={(page) => withFigures(api.campaigns.list({ ...list.input, ...page }), range)}
            empty={
              <EmptyState
                icon={Megaphone}
                title={t('list.empty')}
                text={t('list.emptyText')}
                action={<CreateCampaignButton />}
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

type Stats = Awaited<ReturnType<typeof api.campaigns.list>>['stats'];

function CampaignStats({ stats, failed }: { stats: Stats | undefined; failed: boolean }) {
  const t = useTexts(campaignsTexts);
  const loading = stats === undefined;
  return (
    <StatCards failed={failed}>
      <StatCard
        label={t('stat.total')}
        icon={Megaphone}
        loading={loading}
        value={<Count value={stats?.total ?? 0} />}
      />
      <StatCard
        label={t('stat.active')}
        icon={CirclePlay}
        loading={loading}
        value={<Count value={stats?.active ?? 0} />}
      />
      <StatCard
        label={t('stat.budget')}
        icon={Wallet}
        loading={loading}
        value={<Money short value={stats?.totalBudget ?? 0} />}
      />
    </StatCards>
  );
}

function CampaignFilters({
  list,
}: {
  list: ReturnType<typeof useList<string, typeof campaignSearch.filters>>;
}) {
  const t = useTexts(campaignsTexts);
  const tUi = useTexts(uiTexts);
  const { input, setFilters } = list;
  return (
    <>
      <ChoiceFilter
        label={t('column.status')}
        value={input.status}
        choices={CAMPAIGN_STATUSES.map((value) => ({ value, label: tUi(`status.${value}`) }))}
        onChange={(status) => setFilters({ status })}
      />
      <DayRangeFilter
        label={t('list.startDateRange')}
        value={{ from: input.startFrom, to: input.startTo }}
        onChange={({ from, to }) => setFilters({ startFrom: from, startTo: to })}
      />
      <DayRangeFilter
        label={t('list.createdDateRange')}
        value={{ from: input.createdFrom, to: input.createdTo }}
        onChange={({ from, to }) => setFilters({ createdFrom: from, createdTo: to })}
      />
    </>
  );
}

export default Object.assign(CampaignList, {
  prefetch: (search: SearchRecord) => prefetchList(api.campaigns.list, campaignSearch, search),
});
