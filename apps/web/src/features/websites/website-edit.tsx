import { type Website, websiteEdit } from '@placard/contract/websites';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { AppealPanel } from '../../kits/appeals/appeal-panel.tsx';
import { BlockLists } from '../../kits/blocks/block-lists.tsx';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { WEBSITES_PATH } from '../../lib/publisher-paths.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ButtonRow, Notice } from '../../ui/form/field-layout.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { HeldRecord } from '../../ui/form/held-record.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { websitesTexts } from './texts.ts';
import { useWebsitesChanged } from './use-website-actions.ts';
import { WebsiteFields } from './website-fields.tsx';
import { WebsiteStatus } from './website-status.tsx';
import {
  trafficFaults,
  trafficInput,
  type WebsiteValues,
  websiteField,
  websiteValuesOf,
} from './website-values.ts';

export default function WebsiteEdit({ id }: { id: number }) {
  return (
    <>
      <EditedWebsite id={id} />
      <BlockLists websiteId={id} />
    </>
  );
}

function EditedWebsite({ id }: { id: number }) {
  const t = useTexts(websitesTexts);
  const query = useRecord(apiQuery(api.websites.get, { id }));
  const domain = query.data?.domain;
  return (
    <>
      <PageHeader
        title={domain === undefined ? t('action.edit') : t('form.editTitle', { domain: shownDomain(domain) })}
        crumbs={[{ label: t('title'), to: WEBSITES_PATH }]}
        badge={query.data && <WebsiteStatus website={query.data} />}
      />
      <HeldRecord
        query={query}
        failed={t('failed.fetchOne')}
        opens={({ actions }) => actions.includes('edit')}
        otherwise={() => (
          <div className="stack gap-16 breaks max-720">
            <Notice tone="warn">
              <p>{t('form.notEditable')}</p>
              <ButtonLink size="compact-sm" variant="default" to={WEBSITES_PATH}>
                {t('form.back')}
              </ButtonLink>
            </Notice>
          </div>
        )}
      >
        {(website, renew) => (
          <div className="stack gap-16 max-720">
            <WebsiteAppeal website={website} />
            <EditForm website={website} onReload={renew} />
          </div>
        )}
      </HeldRecord>
    </>
  );
}

/** What it says is of now, also while the fields below hold what they were read from. */
function WebsiteAppeal({ website }: { website: Website }) {
  const { data = website } = useRecord(apiQuery(api.websites.get, { id: website.id }));
  const { id, version, domain, appeal } = data;
  return (
    <AppealPanel
      name={shownDomain(domain)}
      // Why it was rejected stands above its fields.
      reason={data.suspensionText}
      appeal={appeal}
      send={(text, call) => api.appeals.appealWebsite({ id, version, text }, call)}
      refresh={['websites']}
    />
  );
}

function EditForm({ website, onReload }: { website: Website; onReload: () => void }) {
  const t = useTexts(websitesTexts);
  const navigate = useNavigate();
  const changed = useWebsitesChanged();
  const [saved, setSaved] = useState(false);
  // The version that these fields were read from: a newer one fetched meanwhile must not be overwritten by them.
  const [read] = useState(website);
  const { form, formProps } = useAppForm<WebsiteValues>({
    initialValues: websiteValuesOf(read),
    schema: websiteEdit,
    rules: trafficFaults,
    mapPath: websiteField,
    invalid: t('form.invalid'),
    failed: t('failed.update'),
    renew: onReload,
    onSubmit: async (values) => {
      const traffic = trafficInput(values);
      if (traffic === null) return;
      const { categories, separateCategories } = values;
      const { id, version } = read;
      await api.websites.update({ id, version, categories, traffic, separateCategories });
      setSaved(true);
      toast.success(t(read.status === 'rejected' ? 'done.resubmit' : 'done.update'));
      void changed();
      await navigate({ to: WEBSITES_PATH });
    },
  });
  useUnsavedChangesGuard(isUnsaved(form, saved));
  return (
    <AppForm {...formProps} className="stack gap-16 breaks max-720">
      {read.status === 'rejected' && (
        <Notice tone="bad">
          {read.rejection !== null && <p>{t('reason.rejected', { text: read.rejection.text })}</p>}
          <p>{t('form.resubmitHint')}</p>
        </Notice>
      )}
      <WebsiteFields form={form} categoriesHad={read.categories} domainFixed />
      <ButtonRow>
        <ButtonLink variant="default" to={WEBSITES_PATH}>
          {t('form.cancel')}
        </ButtonLink>
        <BusyButton type="submit" busy={form.busy} busyLabel={t('form.saving')}>
          {t('form.save')}
        </BusyButton>
      </ButtonRow>
    </AppForm>
  );
}
