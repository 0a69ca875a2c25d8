import { useTexts } from '../../../i18n/texts.ts';
import { type Amount, amountOf } from '../../../kits/form/amount.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { formatDate } from '../../../lib/format/time-format.ts';
import { useTimeZone } from '../../../ui/date-time.tsx';
import { useCurrency } from '../../../ui/money.tsx';
import { type Detail, DetailList, Panel } from '../../../ui/panel.tsx';
import { adSetInput } from '../ad-set-values.ts';
import { devicesText, languagesText, locationsText, scheduleText } from '../ad-set-words.ts';
import { campaignsTexts } from '../texts.ts';
import type { WizardContent } from './wizard-state.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Beside the form: what the campaign will be, in words. */
export function WizardSummary({
  content,
  withTarget = false,
}: {
  content: WizardContent;
  withTarget?: boolean;
}) {
  const t = useTexts(campaignsTexts);
  const timeZone = useTimeZone();
  const currency = useCurrency();
  const { campaign, adSet } = content;
  const money = (value: Amount) => {
    const amount = amountOf(value);
    return amount === undefined ? null : formatMoney(amount, currency);
  };
  const day = (value: string) => (DAY.test(value) ? formatDate(value, timeZone) : null);
  const setting: Detail[] = [
    { label: t('field.name'), value: campaign.name.trim() },
    {
      label: t('field.objective'),
      value: campaign.objective === '' ? null : t(`objective.${campaign.objective}`),
    },
    { label: t('field.totalBudget'), value: money(campaign.totalBudget) },
    { label: t('field.dailyBudget'), value: money(campaign.dailyBudget) },
    { label: t('field.startDate'), value: day(campaign.startDate) },
    { label: t('field.endDate'), value: day(campaign.endDate) ?? t('noEnd') },
  ];
  const target: Detail[] = withTarget
    ? [
        { label: t('adSetField.name'), value: adSet.name.trim() },
        { label: t('adSetField.locations'), value: locationsText(t, adSet.locations) },
        { label: t('adSetField.languages'), value: languagesText(t, adSet.languages) },
        { label: t('adSetField.devices'), value: devicesText(t, adSet.devices) },
        { label: t('adSetField.schedule'), value: scheduleText(t, adSetInput(adSet)) },
      ]
    : [];
  return (
    <Panel title={t('wizard.summary')}>
      <DetailList details={[...setting, ...target]} />
    </Panel>
  );
}
