import type { Widget } from '@placard/contract/widgets';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { BlockLists } from '../../kits/blocks/block-lists.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { WEBSITES_PATH, websiteWidgetsPath } from '../../lib/publisher-paths.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ButtonRow, Notice, SideBySide } from '../../ui/form/field-layout.tsx';
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
import { WidgetStatus } from './widget-status.tsx';
import { widgetInputOf, widgetValuesOf } from './widget-values.ts';

export default function WidgetEdit({ id: websiteId, widgetId }: { id: number; widgetId: number }) {
  return (
    <>
      <EditedWidget websiteId={websiteId} id={widgetId} />
      <BlockLists websiteId={websiteId} widgetId={widgetId} />
    </>
  );
}

function EditedWidget({ websiteId, id }: { websiteId: number; id: number }) {
  const t = useTexts(widgetsTexts);
  const query = useRecord(apiQuery(api.widgets.get, { websiteId, id }));
  const widget = query.data;
  const back = websiteWidgetsPath(websiteId);
  return (
    <>
      <PageHeader
        title={widget === undefined ? t('action.edit') : t('form.editTitle', { name: widget.name })}
        crumbs={[
          { label: t('websites'), to: WEBSITES_PATH },
          { label: widget === undefined ? t('title') : shownDomain(widget.domain), to: back },
        ]}
        badge={widget && <WidgetStatus widget={widget} />}
      />
      <HeldRecord
        query={query}
        failed={t('failed.fetchOne')}
        opens={({ actions }) => actions.includes('edit')}
        otherwise={({ status }) => (
          <>
            {status === 'archived' ? (
              <div className="breaks below-16">
                <Notice tone="warn">{t('archivedNotice')}</Notice>
              </div>
            ) : (
              <InactiveNotice action="edit" />
            )}
            <ButtonLink variant="default" to={back}>
              {t('backToWidgets')}
            </ButtonLink>
          </>
        )}
      >
        {(loaded, renew) => <EditForm widget={loaded} onReload={renew} />}
      </HeldRecord>
    </>
  );
}

function EditForm({ widget, onReload }: { widget: Widget; onReload: () => void }) {
  const t = useTexts(widgetsTexts);
  const navigate = useNavigate();
  const changed = useWidgetsChanged();
  const [saved, setSaved] = useState(false);
  // The version that these fields were read from: a newer one fetched meanwhile must not be overwritten by them.
  const [read] = useState(widget);
  const back = websiteWidgetsPath(read.websiteId);
  const { form, formProps } = useWidgetForm(widgetValuesOf(read), {
    failed: t('failed.update'),
    renew: onReload,
    onSubmit: async (values) => {
      const { type: _, ...fields } = widgetInputOf(values);
      const { websiteId, id, version } = read;
      await api.widgets.update({ ...fields, websiteId, id, version });
      setSaved(true);
      toast.success(t('done.update'));
      void changed();
      await navigate({ to: back });
    },
  });
  useUnsavedChangesGuard(isUnsaved(form, saved));
  return (
    <SideBySide wide aside={<WidgetPreview values={form.values} domain={read.domain} />}>
      <AppForm {...formProps} className="stack gap-16 breaks">
        <Notice>{t('form.codeHint')}</Notice>
        <WidgetFields form={form} typeFixed />
        <ButtonRow>
          <ButtonLink variant="default" to={back}>
            {t('form.cancel')}
          </ButtonLink>
          <BusyButton type="submit" busy={form.busy} busyLabel={t('form.saving')}>
            {t('form.save')}
          </BusyButton>
        </ButtonRow>
      </AppForm>
    </SideBySide>
  );
}
