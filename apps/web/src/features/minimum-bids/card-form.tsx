import { Button, Select, TextInput } from '@mantine/core';
import { type BidCard, newBidCard } from '@placard/contract/minimum-bids';
import { FIRST_DAY, LAST_DAY } from '@placard/domain/day-bounds';
import { MAX_COUNTRY_TIERS } from '@placard/domain/decision/minimum-bids';
import { COUNTRY_CODES } from '@placard/domain/targeting/places';
import { addDays } from '@placard/domain/time-zone';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { CodesField } from '../../kits/form/codes-field.tsx';
import { MoneyInput } from '../../kits/form/number-field.tsx';
import { type AppForm as AppFormOf, useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions, FormColumns } from '../../ui/form/form-layout.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { Panel } from '../../ui/panel.tsx';
import { type CardValues, fieldOf, inputOf, nothingAsked, PRICES, valuesOf } from './card-values.ts';
import classes from './minimum-bids.module.css';
import { minimumBidTexts } from './texts.ts';

const NOTHING = { tiers: [], minimums: [] };

type Form = AppFormOf<CardValues>;

/** A whole card: its tiers, what each asks for, and when it begins. */
export default function CardForm({
  card,
  lastCardId,
  onRenew,
}: {
  /** With which it begins; null: none holds. */
  card: BidCard | null;
  lastCardId: number | null;
  onRenew: () => void;
}) {
  const t = useTexts(minimumBidTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm<CardValues>({
    initialValues: valuesOf(card ?? NOTHING, addDays(dayIn('UTC', serverNow()), 1)),
    schema: newBidCard,
    toInput: (values) => inputOf(values, lastCardId),
    mapPath: fieldOf,
    failed: t('saveFailed'),
    renew: onRenew,
    onSubmit: async (values) => {
      await api.minimumBids.create(newBidCard.parse(inputOf(values, lastCardId)));
      form.resetDirty();
      toast.success(t('saved'));
      await queryClient.invalidateQueries({ queryKey: ['minimumBids'] });
      onRenew();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form));
  return (
    <AppForm {...formProps}>
      <Panel title={t('tiers')} description={t('tiersHint')}>
        <Tiers form={form} />
      </Panel>
      <div className="shrinks">
        <Panel flush title={t('form')} description={t(card === null ? 'formHintNone' : 'formHint')}>
          <Amounts form={form} />
        </Panel>
      </div>
      <Panel>
        <FormColumns>
          <Select
            label={t('begins')}
            required
            data={(['now', 'day'] as const).map((value) => ({ value, label: t(`beginsOf.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('begins')}
          />
          {form.values.begins === 'day' && (
            <TextInput
              type="date"
              label={t('fromUtcDay')}
              required
              min={FIRST_DAY}
              max={LAST_DAY}
              {...form.getInputProps('fromUtcDay')}
            />
          )}
        </FormColumns>
        <TextInput
          mt="md"
          label={t('reason')}
          description={t('reasonHint')}
          required
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
      </Panel>
      <FormActions>
        <BusyButton type="submit" busy={form.busy} busyLabel={t('saving')}>
          {t('save')}
        </BusyButton>
      </FormActions>
    </AppForm>
  );
}

function Tiers({ form }: { form: Form }) {
  const t = useTexts(minimumBidTexts);
  const { tiers } = form.values;
  const numbered = (index: number) => t('tierNumber', { number: index + 1 });
  return (
    <>
      {tiers.map(({ name, countries }, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place in the list while it is typed
          key={index}
          className="plain-group shrinks fields-row"
          aria-label={name || numbered(index)}
        >
          <TextInput
            label={t('tierName')}
            description={numbered(index)}
            required
            autoComplete="off"
            {...form.getInputProps(`tiers.${index}.name`)}
          />
          <CodesField
            type="region"
            codes={COUNTRY_CODES}
            find={t('findCountry')}
            label={t('tierCountries')}
            description={t('countriesHint')}
            value={countries}
            onChange={(codes) => form.setFieldValue(`tiers.${index}.countries`, codes)}
            error={form.errors[`tiers.${index}.countries`]}
          />
          <Button
            variant="default"
            leftSection={<Trash2 size={14} aria-hidden />}
            aria-label={t('removeTierOf', { tier: name || numbered(index) })}
            onClick={() => form.removeListItem('tiers', index)}
          >
            {t('removeTier')}
          </Button>
        </fieldset>
      ))}
      {tiers.length < MAX_COUNTRY_TIERS && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => form.insertListItem('tiers', { name: '', countries: [], asked: nothingAsked() })}
        >
          {t('addTier')}
        </Button>
      )}
    </>
  );
}

/** Types of widget with both prices down, tiers across. */
function Amounts({ form }: { form: Form }) {
  const t = useTexts(minimumBidTexts);
  const columns = [
    ...form.values.tiers.map(({ name }, index) => ({
      name: name.trim() || t('tierNumber', { number: index + 1 }),
      at: `tiers.${index}.asked`,
    })),
    { name: t('rest'), at: 'rest' },
  ];
  return (
    <div className={`scrolls-x ${classes.scrolls}`}>
      <table className={`plain-table ${classes.table}`}>
        <caption className="visually-hidden">{t('table')}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.type}>
              {t('widget')}
            </th>
            {columns.map(({ name, at }) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WIDGET_TYPES.map((type) => (
            <Fragment key={type}>
              {PRICES.map((price) => (
                <tr key={price}>
                  <th scope="row" className={classes.type}>
                    {t(`type.${type}`)}
                    <small className="faint text-12">{t(price)}</small>
                  </th>
                  {columns.map(({ name, at }) => (
                    <td key={at}>
                      <MoneyInput
                        aria-label={t('place', { type: t(`type.${type}`), tier: name, price: t(price) })}
                        placeholder={t('anyBid')}
                        {...form.getInputProps(`${at}.${type}.${price}`)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
