import { websiteInput } from '@placard/contract/websites';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { WEBSITES_PATH } from '../../lib/publisher-paths.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ButtonRow } from '../../ui/form/field-layout.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { websitesTexts } from './texts.ts';
import { useWebsitesChanged } from './use-website-actions.ts';
import { WebsiteFields } from './website-fields.tsx';
import {
  NEW_WEBSITE,
  trafficFaults,
  trafficInput,
  type WebsiteValues,
  websiteField,
} from './website-values.ts';

const schema = websiteInput.pick({ domain: true, categories: true });

/** Registers a website; it is under review from then on. */
export default function WebsiteCreate() {
  const t = useTexts(websitesTexts);
  const navigate = useNavigate();
  const changed = useWebsitesChanged();
  const [saved, setSaved] = useState(false);
  const { form, formProps } = useAppForm<WebsiteValues>({
    initialValues: NEW_WEBSITE,
    schema,
    rules: trafficFaults,
    mapPath: websiteField,
    invalid: t('form.invalid'),
    failed: t('failed.add'),
    onSubmit: async (values) => {
      const traffic = trafficInput(values);
      if (traffic === null) return;
      const { domain, categories } = schema.parse(values);
      await api.websites.create({ domain, categories, traffic });
      setSaved(true);
      toast.success(t('done.add'));
      void changed();
      await navigate({ to: WEBSITES_PATH });
    },
  });
  useUnsavedChangesGuard(isUnsaved(form, saved));
  return (
    <>
      <PageHeader
        title={t('form.addTitle')}
        crumbs={[{ label: t('title'), to: WEBSITES_PATH }]}
        description={t('form.addDescription')}
      />
      <AppForm {...formProps} className="stack gap-16 breaks max-720">
        <WebsiteFields form={form} />
        <ButtonRow>
          <ButtonLink variant="default" to={WEBSITES_PATH}>
            {t('form.cancel')}
          </ButtonLink>
          <BusyButton type="submit" busy={form.busy} busyLabel={t('form.adding')}>
            {t('form.add')}
          </BusyButton>
        </ButtonRow>
      </AppForm>
    </>
  );
}
