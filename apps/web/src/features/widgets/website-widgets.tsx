import { shownDomain } from '@placard/domain/website/unicode-domain';
import { LayoutGrid, Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { WEBSITES_PATH, widgetCreatePath } from '../../lib/publisher-paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { InactiveNotice } from './inactive-notice.tsx';
import { widgetsTexts } from './texts.ts';
import { WidgetTable, widgetsOf } from './widget-table.tsx';

/** The widgets of one website. */
export default function WebsiteWidgets({ id: websiteId }: { id: number }) {
  const t = useTexts(widgetsTexts);
  const query = useRecord(apiQuery(api.websites.get, { id: websiteId }));
  const website = query.data;
  const active = website?.status === 'active';
  const createAs = (label: string) =>
    active && (
      <ButtonLink to={widgetCreatePath(websiteId)} leftSection={<Plus size={16} aria-hidden />}>
        {label}
      </ButtonLink>
    );
  return (
    <>
      <PageHeader
        title={website === undefined ? t('title') : t('ofWebsite', { domain: shownDomain(website.domain) })}
        crumbs={[{ label: t('backToWebsites'), to: WEBSITES_PATH }]}
        badge={website && <StatusChip status={website.status} reason={website.rejection?.text} />}
        description={t('list.description')}
        actions={createAs(t('create'))}
      />
      <Loaded query={query} failed={t('failed.fetchWebsite')}>
        {({ domain }) => (
          <>
            {!active && <InactiveNotice action="create" />}
            <WebsiteWidgetTable websiteId={websiteId} domain={domain} create={createAs(t('list.first'))} />
          </>
        )}
      </Loaded>
    </>
  );
}

function WebsiteWidgetTable({
  websiteId,
  domain,
  create,
}: {
  websiteId: number;
  domain: string;
  create: ReactNode;
}) {
  const t = useTexts(widgetsTexts);
  const listed = useMemo(() => widgetsOf(websiteId), [websiteId]);
  return (
    <WidgetTable
      listed={listed}
      caption={t('list.captionOf', { domain: shownDomain(domain) })}
      websiteId={websiteId}
      empty={
        <EmptyState icon={LayoutGrid} title={t('list.empty')} text={t('list.emptyText')} action={create} />
      }
    />
  );
}
