import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { AD_CATEGORY_CODES } from '@placard/domain/campaign/ad-categories';
import { OBJECTIVES } from '@placard/domain/campaign/rules';
import { isDay } from '@placard/domain/day-bounds';
import { Eye, MousePointerClick } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { adCategoryTexts } from '../../kits/blocks/ad-category-texts.ts';
import { MoneyInput } from '../../kits/form/number-field.tsx';
import type { AppForm } from '../../kits/form/use-app-form.ts';
import { dayIn, formatZone } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { CardsField } from '../../ui/form/choice-field.tsx';
import { Fields, Half, Notice } from '../../ui/form/field-layout.tsx';
import { useCurrency } from '../../ui/money.tsx';
import type { CampaignValues } from './campaign-values.ts';
import { outlookText } from './outlook-words.ts';
import { campaignsTexts } from './texts.ts';

const OBJECTIVE_ICONS = { BRAND_AWARENESS: Eye, TRAFFIC: MousePointerClick };

/** The fields of a campaign, in the wizard and in its settings. */
export function CampaignFields({
  form,
  objectiveFixed = false,
  spent = 0,
}: {
  form: AppForm<CampaignValues>;
  /** An existing campaign keeps the objective it is charged by. */
  objectiveFixed?: boolean;
  /** Dollars that were charged already. */
  spent?: number;
}) {
  const t = useTexts(campaignsTexts);
  const categoryOf = useTexts(adCategoryTexts);
  const timeZone = useTimeZone();
  const zone = formatZone(timeZone, serverNow());
  const today = dayIn(timeZone, serverNow());
  const { startDate } = form.values;
  const startsInPast =
    isDay(startDate) && startDate < today && (!objectiveFixed || form.isDirty('startDate'));
  const outlook = outlookText(t, form.values, { today, spent, currency: useCurrency() });
  return (
    <Fields>
      <TextInput
        required
        label={t('field.name')}
        description={t('field.nameHint')}
        {...form.getInputProps('name')}
      />
      <CardsField
        required
        label={t('field.objective')}
        hint={objectiveFixed ? t('field.objectiveFixed') : undefined}
        disabled={objectiveFixed}
        options={OBJECTIVES.map((value) => ({
          value,
          label: t(`objective.${value}`),
          hint: t(`objectiveHint.${value}`),
          icon: OBJECTIVE_ICONS[value],
        }))}
        value={form.values.objective}
        onChange={(objective) => form.setFieldValue('objective', objective)}
        error={form.errors.objective}
      />
      <NativeSelect
        label={t('field.category')}
        description={t('field.categoryHint')}
        data={[
          { value: '', label: t('field.noCategory') },
          ...AD_CATEGORY_CODES.map((value) => ({ value, label: categoryOf(`category.${value}`) })),
        ]}
        {...form.getInputProps('category')}
      />
      <Textarea
        autosize
        minRows={2}
        maxRows={8}
        label={t('field.description')}
        {...form.getInputProps('description')}
      />
      <Half>
        <MoneyInput
          required
          label={t('field.totalBudget')}
          description={t('field.totalBudgetHint')}
          {...form.getInputProps('totalBudget')}
        />
      </Half>
      <Half>
        <MoneyInput
          label={t('field.dailyBudget')}
          description={t('field.dailyBudgetHint')}
          {...form.getInputProps('dailyBudget')}
        />
      </Half>
      <Half>
        <TextInput
          required
          type="date"
          label={t('field.startDate')}
          description={t('field.zoneHint', { zone })}
          {...form.getInputProps('startDate')}
        />
      </Half>
      <Half>
        <TextInput
          type="date"
          min={form.values.startDate === '' ? undefined : form.values.startDate}
          label={t('field.endDate')}
          description={t('field.endDateHint')}
          {...form.getInputProps('endDate')}
        />
      </Half>
      {startsInPast && (
        <Notice tone="warn" live>
          <p>{t('field.startInPast')}</p>
        </Notice>
      )}
      {outlook !== null && (
        <Notice tone="info">
          <p>{outlook}</p>
        </Notice>
      )}
    </Fields>
  );
}
