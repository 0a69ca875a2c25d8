import type { WebsiteOfOperator } from '@placard/contract/moderation';
import { isNamedWebsiteCategory } from '@placard/domain/website/categories';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { WIDGETS_LISTED } from '@placard/domain/widget/rules';
import { ExternalLink } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { AccountLink } from '../../kits/records/record-link.tsx';
import { RecordNotes } from '../../kits/records/record-notes.tsx';
import { RecordPage } from '../../kits/records/record-page.tsx';
import { RowList } from '../../kits/records/related-panel.tsx';
import { recordTexts } from '../../kits/records/texts.ts';
import { RelatedWebsites } from '../../kits/review/related-websites.tsx';
import { useVerdict } from '../../kits/review/use-verdict.tsx';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { websiteWords } from '../../kits/website/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { Count } from '../../ui/count.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { moderationTexts } from './texts.ts';
import { useWebsiteActions } from './use-website-actions.tsx';

/** One website of the network, with its widgets and whose domains lie around it. */
export default function WebsitePage({ id }: { id: number }) {
  const t = useTexts(moderationTexts);
  const query = useRecord(apiQuery(api.moderation.website, { id }));
  return (
    <Loaded page query={query} failed={t('websites.fetchFailed')} loading={<LoadingState lines={6} />}>
      {(website) => <Website website={website} />}
    </Loaded>
  );
}

function useCategoryNames(codes: readonly string[]): string {
  const t = useTexts(websiteWords);
  return codes.map((code) => (isNamedWebsiteCategory(code) ? t(`category.${code}`) : code)).join(', ');
}

function Website({ website }: { website: WebsiteOfOperator }) {
  const t = useTexts(moderationTexts);
  const words = useTexts(recordTexts);
  const tWebsite = useTexts(websiteWords);
  const verdict = useVerdict();
  const { actionsOf, dialog } = useWebsiteActions();
  const { id, version, domain, actions, related, suspendedBy, reason } = website;
  const name = shownDomain(domain);
  const categories = useCategoryNames(website.categories);
  const judged = { kind: 'website', id, version, name, related, refresh: ['moderation'] } as const;
  return (
    <>
      <RecordPage
        record={{ kind: 'website', id, state: String(version) }}
        title={name}
        crumb={{ label: t('websites.title'), to: '/operator/websites' }}
        badge={
          <StatusChip
            status={website.status}
            reason={suspendedBy === 'publisher' ? t('byPublisher') : reason}
          />
        }
        actions={[...verdict.actionsOf(judged, actions), ...actionsOf(website)]}
        notes={<RecordNotes kind="website" id={id} />}
        facts={[
          { label: words('field.id'), value: id },
          { label: t('domain'), value: <DomainName domain={domain} /> },
          { label: words('field.publisher'), value: <AccountLink account={website.owner} /> },
          { label: t('categories'), value: categories },
          { label: t('declared'), value: <Count value={website.monthlyTraffic} /> },
          {
            label: t('measured'),
            value: website.measuredViews === null ? null : <Count value={website.measuredViews} />,
          },
          {
            label: t('adsTxt'),
            value: (
              <span className="inline-flex wrap gap-8">
                <StatusChip status={website.adsTxt} />
                {website.adsTxtCheckedAt !== null && <DateTime value={website.adsTxtCheckedAt} withTime />}
              </span>
            ),
          },
          { label: words('field.created'), value: <DateTime value={website.createdAt} withTime /> },
          ...(reason === null ? [] : [{ label: words('field.reason'), value: reason }]),
        ]}
      >
        {related.length > 0 && (
          <div className="card clipped">
            <RelatedWebsites related={related} />
          </div>
        )}
        <Panel
          flush
          title={t('column.widgets')}
          actions={
            <a
              className="inline-row gap-6 text-13"
              href={`https://${domain}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <ExternalLink size={14} aria-hidden /> {t('visit')}
            </a>
          }
        >
          <RowList empty={t('noWidgets')}>
            {website.widgets.map((widget) => (
              <li key={widget.id}>
                <span>{widget.name}</span>
                <span className="faint text-13">{t(`widgetType.${widget.type}`)}</span>
                <StatusChip status={widget.status} />
              </li>
            ))}
          </RowList>
          {website.widgets.length === WIDGETS_LISTED && (
            <p className="line-above pad-row faint text-13">
              {tWebsite('newestWidgets', { count: WIDGETS_LISTED })}
            </p>
          )}
        </Panel>
      </RecordPage>
      {verdict.dialog}
      {dialog}
    </>
  );
}
