import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { newTrafficRule, type TrafficDryRun, type TrafficRuleRow } from '@placard/contract/traffic-rules';
import { TRAFFIC_FIELDS, type TrafficField } from '@placard/domain/traffic/traffic-rule';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { DryRunTables } from './dry-run.tsx';
import { trafficTexts } from './texts.ts';

type Values = { field: TrafficField; value: string; label: string; enabled: boolean };

/** A rule, which can be tried on yesterday before it is saved. */
export default function RuleDialog({ rule, onClose }: { rule: TrafficRuleRow | null; onClose: () => void }) {
  const t = useTexts(trafficTexts);
  const queryClient = useQueryClient();
  const [tried, setTried] = useState<{ readonly of: string; readonly run: TrafficDryRun } | null>(null);
  const [trying, setTrying] = useState(false);
  const { form, formProps } = useAppForm<Values>({
    initialValues: {
      field: rule?.field ?? 'network',
      value: rule?.value ?? '',
      label: rule?.label ?? '',
      // A new one is tried first.
      enabled: rule?.enabled ?? false,
    },
    schema: newTrafficRule,
    failed: t('saveFailed'),
    // The list has it as it is now.
    renew: onClose,
    onSubmit: async (values) => {
      try {
        if (rule === null) await api.trafficRules.create(values);
        else await api.trafficRules.update({ ...values, id: rule.id, version: rule.version });
        toast.success(t('saved'));
        onClose();
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['trafficRules'] });
      }
    },
  });
  const { field, value } = form.getValues();
  // Figures are those of the rule that stands there.
  const of = `${field} ${value}`;
  const run = tried?.of === of ? tried.run : null;
  const tryIt = async () => {
    setTrying(true);
    try {
      setTried({ of, run: await api.trafficRules.dryRun({ field, value }) });
    } catch (error) {
      form.refused(error, t('tryFailed'));
    }
    setTrying(false);
  };
  return (
    <Dialog title={t(rule === null ? 'create' : 'edit')} size={760} onClose={onClose}>
      <AppForm {...formProps}>
        <NativeSelect
          label={t('field.label')}
          required
          data={TRAFFIC_FIELDS.map((each) => ({ value: each, label: t(`field.${each}`) }))}
          {...form.getInputProps('field')}
        />
        <TextInput
          label={t('value')}
          description={t(`hint.${field}`)}
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('value')}
        />
        <TextInput
          label={t('label')}
          description={t('labelHint')}
          required
          autoComplete="off"
          {...form.getInputProps('label')}
        />
        <Checkbox
          size="md"
          label={t('enabled')}
          description={t('enabledHint')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <div>
          <Button
            variant="default"
            disabled={value.trim() === ''}
            aria-disabled={trying}
            onClick={() => (trying ? undefined : void tryIt())}
          >
            {trying ? t('trying') : t('try')}
          </Button>
        </div>
        {run !== null && (
          <div role="status" className="shrinks">
            <DryRunTables run={run} />
          </div>
        )}
        <DialogActions form={form} busyLabel={t('saving')} onClose={onClose}>
          {t(rule === null ? 'add' : 'save')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
