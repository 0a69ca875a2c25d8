import { Select } from '@mantine/core';
import { formatAdSize, type NamedAdSize } from '@placard/domain/ad-size';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { choicesTexts } from './choices-texts.ts';
import { CountInput } from './number-field.tsx';
import classes from './size-field.module.css';
import { CUSTOM, choiceOf, SIDES, type Side, type SizeValue, sizeOfChoice } from './size-value.ts';

type SideErrors = Partial<Record<Side, ReactNode>>;

function SideInputs({
  value,
  onChange,
  onLeaveSide,
  errors,
}: {
  value: SizeValue;
  onChange: (value: SizeValue) => void;
  onLeaveSide: ((side: Side) => void) | undefined;
  errors: SideErrors;
}) {
  const t = useTexts(choicesTexts);
  return SIDES.map((side) => (
    <CountInput
      key={side}
      label={t(side)}
      value={value[side]}
      unit={t('pixels')}
      error={errors[side]}
      onChange={(typed) => onChange({ ...value, [side]: typed })}
      onBlur={() => onLeaveSide?.(side)}
    />
  ));
}

/** One of the named sizes ("Medium Rectangle 300x250") or a custom one. */
export function SizeField({
  presets,
  value,
  onChange,
  onLeaveSide,
  sideErrors = {},
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
  /** A side of a custom size was left: time to check it. */
  onLeaveSide?: (side: Side) => void;
  sideErrors?: SideErrors;
  label?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}) {
  const t = useTexts(choicesTexts);
  // Somebody who types 300 and 250 by hand keeps the two fields.
  const [wantsCustom, setWantsCustom] = useState(false);
  const choice = wantsCustom && value !== null ? CUSTOM : choiceOf(value, presets);
  const data = [
    ...presets.map((preset) => ({
      value: formatAdSize(preset),
      label: `${preset.name} ${formatAdSize(preset)}`,
    })),
    { value: CUSTOM, label: t('custom') },
  ];
  const custom = choice === CUSTOM && value !== null;
  return (
    <div className={custom ? `stack gap-12 ${classes.custom}` : 'stack gap-12'}>
      <Select
        label={label ?? t('label')}
        placeholder={t('choose')}
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
        <SideInputs value={value} onChange={onChange} onLeaveSide={onLeaveSide} errors={sideErrors} />
      )}
    </div>
  );
}
