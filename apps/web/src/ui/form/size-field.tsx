import { NumberInput, Select } from '@mantine/core';
import { formatAdSize, MAX_AD_SIDE_PX, MIN_AD_SIDE_PX, type NamedAdSize } from '@placard/domain/ad-size';
import { type ReactNode, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import classes from './size-field.module.css';
import { CUSTOM, choiceOf, type SizeValue, sizeOfChoice } from './size-value.ts';

function SideInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | '';
  onChange: (value: number | '') => void;
}) {
  const t = useTexts(uiTexts);
  return (
    <NumberInput
      label={label}
      value={value}
      min={MIN_AD_SIDE_PX}
      max={MAX_AD_SIDE_PX}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      suffix={` ${t('size.pixels')}`}
      onChange={(next) => onChange(typeof next === 'number' ? next : '')}
    />
  );
}

/** One of the named sizes ("Medium Rectangle 300x250") or a custom one. */
export function SizeField({
  presets,
  value,
  onChange,
  label,
  description,
  error,
  required = false,
  disabled = false,
}: {
  /** `CREATIVE_SIZE_PRESETS` or `WIDGET_SIZE_PRESETS` of @placard/domain/ad-size. */
  presets: readonly NamedAdSize[];
  value: SizeValue | null;
  onChange: (value: SizeValue | null) => void;
  label?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}) {
  const t = useTexts(uiTexts);
  // Somebody who types 300 and 250 by hand keeps the two fields.
  const [wantsCustom, setWantsCustom] = useState(false);
  const choice = wantsCustom && value !== null ? CUSTOM : choiceOf(value, presets);
  const data = [
    ...presets.map((preset) => ({
      value: formatAdSize(preset),
      label: `${preset.name} ${formatAdSize(preset)}`,
    })),
    { value: CUSTOM, label: t('size.custom') },
  ];
  const custom = choice === CUSTOM && value !== null;
  return (
    <div className={custom ? `${classes.field} ${classes.custom}` : classes.field}>
      <Select
        label={label ?? t('size.label')}
        placeholder={t('size.choose')}
        description={description}
        error={error}
        required={required}
        disabled={disabled}
        data={data}
        value={choice}
        allowDeselect={false}
        onChange={(next) => {
          setWantsCustom(next === CUSTOM);
          onChange(sizeOfChoice(next, presets));
        }}
      />
      {custom && (
        <>
          <SideInput
            label={t('size.width')}
            value={value.width}
            onChange={(width) => onChange({ ...value, width })}
          />
          <SideInput
            label={t('size.height')}
            value={value.height}
            onChange={(height) => onChange({ ...value, height })}
          />
        </>
      )}
    </div>
  );
}
