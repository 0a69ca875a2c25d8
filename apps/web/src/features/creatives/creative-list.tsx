import type { CreativeRow } from '@placard/contract/creatives';
import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { CirclePlay, Code, Image, Images, Plus, X } from 'lucide-react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { bulkMenu } from '../../kits/status/status-actions.ts';
import { CREATIVE_WIZARD_PATH } from '../../lib/advertiser-paths.ts';
import { api } from '../../lib/api/api.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { prefetchList, useList, useListQuery } from '../../lib/search/use-list.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import control from '../../ui/control.module.css';
import { Count } from '../../ui/count.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useCreativeColumns } from './creative-columns.tsx';
import { useCreativeDialogs } from './creative-dialogs.tsx';
import { CREATIVE_ICONS, creativeMenu } from './creative-menu.ts';
import { creativeSearch } from './creative-search.ts';
import { creativesTexts } from './texts.ts';
import {
  CREATIVE_STATUS_ACTIONS,
  useCreativeAction,
  useCreativeBulkAction,
  useDuplicateCreative,
} from './use-creative-actions.ts';

function CreativeList() {
  const t = useTexts(creativesTexts);
  const list = useList(creativeSearch);
  const query = useListQuery(api.creatives.list, list.input);
  const columns = useCreativeColumns();
  const act = useCreativeAction();
  const actOnAll = useCreativeBulkAction();
  const duplicate = useDuplicateCreative();
  const dialogs = useCreativeDialogs();
  const create = (
    <ButtonLink to={CREATIVE_WIZARD_PATH} leftSection={<Plus size={16} aria-hidden />}>
      {t('create')}
    </ButtonLink>
  );
  const does = {
    act: (action: (typeof CREATIVE_STATUS_ACTIONS)[number], row: CreativeRow) => void act(action, row),
    duplicate: (row: CreativeRow) => void duplicate(row),
    open: dialogs.open,
  };
  return (
    <>
      <PageHeader title={t('title')} description={t('list.description')} actions={create} />
      <CreativeStats stats={query.data?.stats} failed={query.isError} />
      <DataTable
        id="creatives"
        caption={t('list.caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={(row) => creativeMenu(t, row, does)}
        bulkActions={bulkMenu(t, CREATIVE_ICONS, CREATIVE_STATUS_ACTIONS, actOnAll)}
        searchLabel={t('list.search')}
        filters={<CreativeFilters list={list} />}
        failed={t('list.fetchFailed')}
        fetchPage={(page) => api.creatives.list({ ...list.input, ...page })}
        empty={
          <EmptyState icon={Images} title={t('list.empty')} text={t('list.emptyText')} action={create} />
        }
      />
      {dialogs.element}
    </>
  );
}

type Stats = Awaited<ReturnType<typeof api.creatives.list>>['stats'];

const STATS = [
  { key: 'total', icon: Images },
  { key: 'active', icon: CirclePlay },
  { key: 'image', icon: Image },
  { key: 'thirdParty', icon: Code },
] as const;

function CreativeStats({ stats, failed }: { stats: Stats | undefined; failed: boolean }) {
  const t = useTexts(creativesTexts);
  return (
    <StatCards failed={failed}>
      {STATS.map(({ key, icon }) => (
        <StatCard
          key={key}
          label={t(`stat.${key}`)}
          icon={icon}
          loading={stats === undefined}
          value={<Count value={stats?.[key] ?? 0} />}
        />
      ))}
    </StatCards>
  );
}

function CreativeFilters({
  list,
}: {
  list: ReturnType<typeof useList<string, typeof creativeSearch.filters>>;
}) {
  const t = useTexts(creativesTexts);
  const ui = useTexts(uiTexts);
  const { input, setFilters } = list;
  return (
    <>
      <ChoiceFilter
        label={t('column.status')}
        value={input.status}
        choices={CREATIVE_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) }))}
        onChange={(status) => setFilters({ status })}
      />
      <ChoiceFilter
        label={t('column.type')}
        value={input.type}
        choices={CREATIVE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(type) => setFilters({ type })}
      />
      {input.adSetId !== undefined && (
        <button
          type="button"
          className={`${control.button} ${control.set}`}
          onClick={() => setFilters({ adSetId: undefined })}
        >
          {t('list.adSetFilter', { id: input.adSetId })}
          <X size={14} aria-label={ui('filter.clear')} />
        </button>
      )}
    </>
  );
}

export default Object.assign(CreativeList, {
  prefetch: (search: SearchRecord) => prefetchList(api.creatives.list, creativeSearch, search),
});
