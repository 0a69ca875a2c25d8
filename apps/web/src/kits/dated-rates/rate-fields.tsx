import { TextInput } from '@mantine/core';
import { FIRST_DAY, LAST_DAY } from '@placard/domain/day-bounds';
import { useTexts } from '../../i18n/texts.ts';
import { FormColumns } from '../../ui/form/form-layout.tsx';
import { datedRateTexts } from './texts.ts';

/** From when to when, and why: what every dialog that sets a rate ends with. */
export function RateFields({
  fieldOf,
  lastDayHint,
}: {
  fieldOf: (name: 'fromDay' | 'lastDay' | 'reason') => object;
  lastDayHint: string;
}) {
  const t = useTexts(datedRateTexts);
  return (
    <>
      <FormColumns>
        <TextInput
          type="date"
          label={t('fromDay')}
          required
          min={FIRST_DAY}
          max={LAST_DAY}
          {...fieldOf('fromDay')}
        />
        <TextInput
          type="date"
          label={t('lastDay')}
          description={lastDayHint}
          min={FIRST_DAY}
          max={LAST_DAY}
          {...fieldOf('lastDay')}
        />
      </FormColumns>
      <TextInput
        label={t('reason')}
        description={t('reasonHint')}
        required
        autoComplete="off"
        {...fieldOf('reason')}
      />
    </>
  );
}
