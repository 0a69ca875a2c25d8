import { alarmThresholds, type Health } from '@placard/contract/health';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { type Amount, optionalAmount, requiredAmount } from '../../kits/form/amount.ts';
import { CountInput, PercentInput } from '../../kits/form/number-field.tsx';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions, FormColumns } from '../../ui/form/form-layout.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { Panel } from '../../ui/panel.tsx';
import { healthTexts } from './texts.ts';

type Thresholds = Health['thresholds'];
type Values = Record<Exclude<keyof Thresholds, 'version'>, Amount>;

function valuesOf({ version: _version, ...fields }: Thresholds): Values {
  const empty = (value: number | null): Amount => value ?? '';
  return {
    settlementSeconds: fields.settlementSeconds,
    diskPercent: fields.diskPercent,
    fillPercent: empty(fields.fillPercent),
    filteredPercent: empty(fields.filteredPercent),
    latencyMs: empty(fields.latencyMs),
    spoolMegabytes: empty(fields.spoolMegabytes),
    overDeliveredPercent: empty(fields.overDeliveredPercent),
  };
}

function inputOf(values: Values): Omit<Thresholds, 'version'> {
  return {
    settlementSeconds: requiredAmount(values.settlementSeconds),
    diskPercent: requiredAmount(values.diskPercent),
    fillPercent: optionalAmount(values.fillPercent),
    filteredPercent: optionalAmount(values.filteredPercent),
    latencyMs: optionalAmount(values.latencyMs),
    spoolMegabytes: optionalAmount(values.spoolMegabytes),
    overDeliveredPercent: optionalAmount(values.overDeliveredPercent),
  };
}

/** From where on operators are told. */
export function ThresholdsPanel({ held, onRenew }: { held: Thresholds; onRenew: () => void }) {
  const t = useTexts(healthTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm<Values>({
    initialValues: valuesOf(held),
    schema: alarmThresholds,
    toInput: inputOf,
    failed: t('thresholds.failed'),
    renew: onRenew,
    onSubmit: async (values) => {
      await api.health.updateThresholds({ ...inputOf(values), version: held.version });
      form.resetDirty();
      toast.success(t('thresholds.saved'));
      await queryClient.invalidateQueries({ queryKey: ['health'] });
      onRenew();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form));
  const field = (name: keyof Values) => ({
    label: t(`thresholds.${name}`),
    ...form.getInputProps(name),
  });
  return (
    <Panel title={t('thresholds.title')} description={t('thresholds.description')}>
      <AppForm {...formProps}>
        <FormColumns>
          <CountInput required unit={t('thresholds.unit.s')} {...field('settlementSeconds')} />
          <PercentInput required {...field('diskPercent')} />
          <CountInput unit={t('thresholds.unit.mb')} {...field('spoolMegabytes')} />
          <CountInput unit={t('thresholds.unit.ms')} {...field('latencyMs')} />
          <PercentInput {...field('fillPercent')} />
          <PercentInput {...field('filteredPercent')} />
          <PercentInput {...field('overDeliveredPercent')} />
        </FormColumns>
        <FormActions>
          <BusyButton type="submit" busy={form.busy} busyLabel={t('thresholds.saving')}>
            {t('thresholds.save')}
          </BusyButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}
