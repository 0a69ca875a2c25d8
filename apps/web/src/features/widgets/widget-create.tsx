import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { WEBSITES_PATH, websiteWidgetsPath } from '../../lib/publisher-paths.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ButtonRow, SideBySide } from '../../ui/form/field-layout.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { HeldRecord } from '../../ui/form/held-record.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { InactiveNotice } from './inactive-notice.tsx';
import { widgetsTexts } from './texts.ts';
import { useWidgetsChanged } from './use-widget-actions.ts';
import { useWidgetForm } from './use-widget-form.ts';
import { WidgetFields } from './widget-fields.tsx';
import { WidgetPreview } from './widget-preview.tsx';
import { NEW_WIDGET, widgetInputOf } from './widget-values.ts';

/** A new widget of one website; its code opens as soon as it is created. */
export default function WidgetCreate({ id: websiteId }: { id: number }) {
  const t = useTexts(widgetsTexts);
  const query = useRecord(apiQuery(api.websites.get, { id: websiteId }));
  const back = websiteWidgetsPath(websiteId);
  const domain = query.data?.domain;
  return (
    <>
      <PageHeader
        title={t('form.createTitle')}
        crumbs={[
          { label: t('websites'), to: WEBSITES_PATH },
          { label: domain === undefined ? t('title') : shownDomain(domain), to: back },
        ]}
        {...(domain !== undefined && query.data?.status === 'active'
          ? { description: t('form.createDescription', { domain: shownDomain(domain) }) }
          : {})}
      />
      <HeldRecord
        query={query}
        failed={t('failed.fetchWebsite')}
        opens={({ status }) => status === 'active'}
        otherwise={() => (
          <>
            <InactiveNotice action="create" />
            <ButtonLink variant="default" to={back}>
              {t('backToWidgets')}
            </ButtonLink>
          </>
        )}
      >
        {(website) => <CreateForm websiteId={websiteId} domain={website.domain} />}
      </HeldRecord>
    </>
  );
}

function CreateForm({ websiteId, domain }: { websiteId: number; domain: string }) {
  const t = useTexts(widgetsTexts);
  const navigate = useNavigate();
  const changed = useWidgetsChanged();
  const [saved, setSaved] = useState(false);
  const back = websiteWidgetsPath(websiteId);
  const { form, formProps } = useWidgetForm(NEW_WIDGET, {
    failed: t('failed.create'),
    leaves: () => {
      void changed();
      return false;
    },
    onSubmit: async (values) => {
      const { id } = await api.widgets.create({ ...widgetInputOf(values), websiteId });
      setSaved(true);
      toast.success(t('done.create'));
      void changed();
      await navigate({ to: back, search: { code: String(id) } });
    },
  });
  useUnsavedChangesGuard(isUnsaved(form, saved));
  return (
    <SideBySide wide aside={<WidgetPreview values={form.values} domain={domain} />}>
      <AppForm {...formProps} className="stack gap-16 breaks">
        <WidgetFields form={form} />
        <ButtonRow>
          <ButtonLink variant="default" to={back}>
            {t('form.cancel')}
          </ButtonLink>
          <BusyButton type="submit" busy={form.busy} busyLabel={t('form.creating')}>
            {t('form.create')}
          </BusyButton>
        </ButtonRow>
      </AppForm>
    </SideBySide>
  );
}
