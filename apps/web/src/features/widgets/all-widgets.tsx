import { Button } from '@mantine/core';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, Plus } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { WEBSITES_PATH, widgetCreatePath } from '../../lib/publisher-paths.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { widgetsTexts } from './texts.ts';
import { allWidgets, WidgetTable } from './widget-table.tsx';

const WEBSITES_OFFERED = 50;

/** The widgets of all websites. */
export default function AllWidgets() {
  const t = useTexts(widgetsTexts);
  const websites = useQuery(
    apiQuery(api.websites.list, { status: 'active', sort: 'domain', page: 1, pageSize: WEBSITES_OFFERED }),
  ).data?.items;
  const create = websites !== undefined && websites.length > 0 && <CreateMenu websites={websites} />;
  const toWebsites = <ButtonLink to={WEBSITES_PATH}>{t('websites')}</ButtonLink>;
  return (
    <>
      <PageHeader title={t('title')} description={t('list.descriptionAll')} actions={create} />
      <WidgetTable
        listed={allWidgets}
        caption={t('list.caption')}
        empty={
          <EmptyState
            icon={LayoutGrid}
            title={t('list.empty')}
            text={t(create ? 'list.emptyText' : 'list.emptyNoWebsite')}
            action={create || toWebsites}
          />
        }
      />
    </>
  );
}

/** A widget belongs to a website: the button asks on which. */
function CreateMenu({ websites }: { websites: readonly { readonly id: number; readonly domain: string }[] }) {
  const t = useTexts(widgetsTexts);
  return (
    <ActionMenu
      name={t('chooseWebsite')}
      trigger={(props) => (
        <Button {...props} leftSection={<Plus size={16} aria-hidden />}>
          {t('create')}
        </Button>
      )}
      actions={websites.map(({ id, domain }) => ({
        key: String(id),
        label: shownDomain(domain),
        href: widgetCreatePath(id),
      }))}
    />
  );
}
