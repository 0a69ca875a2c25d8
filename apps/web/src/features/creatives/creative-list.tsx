import type { CREATIVE_SORTS, CreativeRow } from '@placard/contract/creatives';
import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { CirclePlay, Code, Image, Images, Plus, X } from 'lucide-react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { defineList, prefetchOf, useListOf } from '../../kits/list/define-list.ts';
import { ListChoice, StatusFilter } from '../../kits/list/list-filters.tsx';
import { ListStats } from '../../kits/list/list-stats.tsx';
import { bulkMenu } from '../../kits/status/status-actions.ts';
import { CREATIVE_WIZARD_PATH } from '../../lib/advertiser-paths.ts';
import { api } from '../../lib/api/api.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import control from '../../ui/control.module.css';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useCreativeColumns } from './creative-columns.tsx';
import { useCreativeDialogs } from './creative-dialogs.tsx';
import { CREATIVE_ICONS, creativeMenu } from './creative-menu.ts';
import { creativesTexts } from './texts.ts';
import {
  CREATIVE_STATUS_ACTIONS,
  useCreativeAction,
  useCreativeBulkAction,
  useDuplicateCreative,
} from './use-creative-actions.ts';

const creatives = defineList({
  id: 'creatives',
  operation: api.creatives.list,
  sorts: ['name', 'type', 'size', 'status', 'createdAt'] satisfies (typeof CREATIVE_SORTS)[number][],
  defaultSort: '-createdAt',
  filters: { status: oneOf(CREATIVE_STATUSES), type: oneOf(CREATIVE_TYPES), adSetId: idParameter },
  glance: ['size', 'status'],
  rowId: (row) => row.id,
  rowName: (row) => row.name,
});

function CreativeList() {
  const t = useTexts(creativesTexts);
  const ui = useTexts(uiTexts);
  const { list, query, table } = useListOf(creatives);
  const { adSetId } = list.input;
  const columns = useCreativeColumns();
  const act = useCreativeAction();
  const actOnAll = useCreativeBulkAction();
  const duplicate = useDuplicateCreative();
  const dialogs = useCreativeDialogs();
  const createAs = (label: string) => (
    <ButtonLink to={CREATIVE_WIZARD_PATH} leftSection={<Plus size={16} aria-hidden />}>
      {label}
    </ButtonLink>
  );
  const does = {
    act: (action: (typeof CREATIVE_STATUS_ACTIONS)[number], row: CreativeRow) => void act(action, row),
    duplicate: (row: CreativeRow) => void duplicate(row),
    open: dialogs.open,
  };
  return (
    <>
      <PageHeader title={t('title')} description={t('list.description')} actions={createAs(t('create'))} />
      <ListStats
        query={query}
        cards={{
          total: { label: t('stat.total'), icon: Images },
          active: { label: t('stat.active'), icon: CirclePlay },
          image: { label: t('stat.image'), icon: Image },
          thirdParty: { label: t('stat.thirdParty'), icon: Code },
        }}
      />
      <DataTable
        {...table}
        caption={t('list.caption')}
        columns={columns}
        rowActions={(row) => creativeMenu(t, row, does)}
        bulkActions={bulkMenu(t, CREATIVE_ICONS, CREATIVE_STATUS_ACTIONS, actOnAll)}
        searchLabel={t('list.search')}
        filters={
          <>
            <StatusFilter list={list} label={t('column.status')} values={CREATIVE_STATUSES} />
            <ListChoice
              list={list}
              name="type"
              label={t('column.type')}
              values={CREATIVE_TYPES}
              words={(type) => t(`type.${type}`)}
            />
            {adSetId !== undefined && (
              <button
                type="button"
                className={`${control.button} ${control.set}`}
                onClick={() => list.setFilters({ adSetId: undefined })}
              >
                {t('list.adSetFilter', { id: adSetId })}
                <X size={14} aria-label={ui('filter.clear')} />
              </button>
            )}
          </>
        }
        failed={t('list.fetchFailed')}
        empty={
          <EmptyState
            icon={Images}
            title={t('list.empty')}
            text={t('list.emptyText')}
            action={createAs(t('list.first'))}
          />
        }
      />
      {dialogs.element}
    </>
  );
}

export default Object.assign(CreativeList, { prefetch: prefetchOf(creatives) });
