import { Button } from '@mantine/core';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { WEBSITES_PATH, widgetCreatePath } from '../../lib/publisher-paths.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Unsettled } from '../../ui/states.tsx';
import { widgetsTexts } from './texts.ts';
import { allWidgets, WidgetTable } from './widget-table.tsx';

/** As a menu that is taken in at a glance has; of more, one is searched for. */
const WEBSITES_OFFERED = 10;

const WebsiteDialog = quietPart(() => import('./website-dialog.tsx'));

/** The widgets of all websites. */
export default function AllWidgets() {
  const t = useTexts(widgetsTexts);
  const { data: websites, isPending } = useQuery(
    apiQuery(api.websites.list, { status: 'active', sort: 'domain', page: 1, pageSize: WEBSITES_OFFERED }),
  );
  const create = websites !== undefined && websites.total > 0 && (
    <CreateMenu websites={websites.items} more={websites.total > websites.items.length} />
  );
  const toWebsites = <ButtonLink to={WEBSITES_PATH}>{t('websites')}</ButtonLink>;
  return (
    <>
      <PageHeader title={t('title')} description={t('list.descriptionAll')} actions={create} />
      {isPending && <Unsettled />}
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
function CreateMenu({
  websites,
  more,
}: {
  websites: readonly { readonly id: number; readonly domain: string }[];
  more: boolean;
}) {
  const t = useTexts(widgetsTexts);
  const [searching, setSearching] = useState(false);
  const offered = websites.map(({ id, domain }) => ({
    key: String(id),
    label: shownDomain(domain),
    href: widgetCreatePath(id),
  }));
  const another = { key: 'another', label: t('anotherWebsite'), onSelect: () => setSearching(true) };
  return (
    <>
      <ActionMenu
        name={t('chooseWebsite')}
        trigger={(props) => (
          <Button {...props} leftSection={<Plus size={16} aria-hidden />}>
            {t('create')}
          </Button>
        )}
        actions={more ? [...offered, another] : offered}
      />
      {searching && <WebsiteDialog onClose={() => setSearching(false)} />}
    </>
  );
}
