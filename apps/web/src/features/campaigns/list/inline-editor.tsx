import { Button, TextInput } from '@mantine/core';
import { type CampaignRow, campaignNameAndBudgets } from '@placard/contract/campaigns';
import { campaignIssues } from '@placard/domain/campaign/rules';
import { microsFromDollars } from '@placard/domain/micros';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { type Amount, amountOf, optionalAmount } from '../../../kits/form/amount.ts';
import { MoneyInput } from '../../../kits/form/number-field.tsx';
import { useAppForm } from '../../../kits/form/use-app-form.ts';
import { api } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast-store.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { AppForm } from '../../../ui/form/form-layout.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../../ui/form/use-unsaved-changes-guard.ts';
import { ALWAYS, planOf, planSoFar } from '../campaign-values.ts';
import classes from '../campaigns.module.css';
import { confirmEdit } from '../details/edit-warning.ts';
import { campaignsTexts } from '../texts.ts';
import { campaignListTexts } from './texts.ts';

export type EditedField = 'name' | 'totalBudget';
type Values = { name: string; totalBudget: Amount; dailyBudget: Amount };

const inputOf = (values: Values) => ({
  name: values.name,
  totalBudget: amountOf(values.totalBudget),
  dailyBudget: optionalAmount(values.dailyBudget),
});

/** The operation's fields and the domain's rules between them; the dates are not edited here. */
function schemaFor(campaign: CampaignRow) {
  return campaignNameAndBudgets.superRefine((fields, context) => {
    const before = planOf(campaign);
    const issues = campaignIssues({
      ...planSoFar({ ...campaign, ...fields }),
      spentMicros: microsFromDollars(campaign.spent) ?? 0n,
      today: campaign.startDate,
      before,
    });
    for (const { field, code } of issues) context.addIssue({ code: 'custom', path: [field], message: code });
  }, ALWAYS);
}

/** Name and budgets of one campaign, in the place of its row. */
export default function InlineEditor({
  campaign,
  first,
  onDone,
}: {
  campaign: CampaignRow;
  /** The field that was pressed. */
  first: EditedField;
  onDone: () => void;
}) {
  const t = useTexts(campaignListTexts);
  const tCampaigns = useTexts(campaignsTexts);
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [saved, setSaved] = useState(false);
  // What these fields were read from: a list fetched meanwhile must not make an old text look new.
  const [read] = useState(campaign);
  const schema = schemaFor(read);
  useEffect(() => field.current?.select(), []);

  const reload = async () => {
    setSaved(true);
    await client.invalidateQueries({ queryKey: ['campaigns'] });
    onDone();
  };
  const { form, formProps } = useAppForm<Values>({
    initialValues: { name: read.name, totalBudget: read.totalBudget, dailyBudget: read.dailyBudget ?? '' },
    schema,
    toInput: inputOf,
    failed: tCampaigns('details.saveFailed'),
    renew: reload,
    ask: async (): Promise<boolean> => !form.isDirty() || (await confirmEdit(tCampaigns, read)),
    onSubmit: async (values) => {
      const input = schema.safeParse(inputOf(values));
      if (!input.success) return;
      if (!form.isDirty()) return onDone();
      await api.campaigns.updateNameAndBudgets({ ...input.data, id: read.id, version: read.version });
      setSaved(true);
      await client.invalidateQueries({ queryKey: ['campaigns'] });
      toast.success(tCampaigns('details.saved'));
      onDone();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form, saved), 'search');
  return (
    <AppForm
      {...formProps}
      className="grid gap-8"
      aria-label={t('edit.title', { name: read.name })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || form.busy) return;
        event.preventDefault();
        onDone();
      }}
    >
      <div className={`flex wrap top-flex gap-12 ${classes.fields}`}>
        <TextInput
          required
          label={tCampaigns('field.name')}
          className={classes.name ?? ''}
          {...form.getInputProps('name')}
          {...(first === 'name' ? { ref: field } : {})}
        />
        <MoneyInput
          required
          label={tCampaigns('field.totalBudget')}
          {...form.getInputProps('totalBudget')}
          {...(first === 'totalBudget' ? { ref: field } : {})}
        />
        <MoneyInput label={tCampaigns('field.dailyBudget')} {...form.getInputProps('dailyBudget')} />
        <div className={classes.buttons}>
          <BusyButton type="submit" busy={form.busy} busyLabel={t('edit.saving')}>
            {t('edit.save')}
          </BusyButton>
          <Button variant="default" onClick={onDone}>
            {t('edit.cancel')}
          </Button>
        </div>
      </div>
      <p className="muted text-13">
        {t('edit.keys')}
        {read.approved && read.status === 'paused' ? ` ${tCampaigns('details.editApprovalHint')}` : ''}
      </p>
    </AppForm>
  );
}
