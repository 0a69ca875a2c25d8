import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { currentLocale } from '../../i18n/texts.ts';
import { formatMoney, formatNumber } from '../../lib/format/number-format.ts';
import { useCurrency } from '../../ui/money.tsx';
import { type Amount, isUnread } from './amount.ts';
import { type NumberKindName, readAmount } from './read-amount.ts';

type FieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode'> & {
  readonly value?: Amount;
  readonly onChange?: (value: Amount) => void;
};

/**
 * A text field that holds a number. The browser alone decides about caret, paste and undo, and about all selections but one: what is typed
 * stands as it was typed until the field is left; only then is it written as the language writes it. What can't be
 * read stays, and the form names the rule it breaks.
 */
function NumberField({
  kind,
  show,
  affixes,
  value = '',
  onChange,
  onBlur,
  ...props
}: FieldProps & {
  readonly kind: NumberKindName;
  readonly show: (value: number) => string;
  readonly affixes?: readonly string[];
}) {
  const [typing, setTyping] = useState<{ readonly text: string; readonly value: Amount } | null>(null);
  const atRest = typeof value === 'number' ? show(value) : isUnread(value) ? value.typed : '';
  return (
    <TextInput
      autoComplete="off"
      {...props}
      inputMode={kind === 'count' ? 'numeric' : 'decimal'}
      // A value that came from elsewhere (all of it, reset) wins over what was typed before.
      value={typing !== null && typing.value === value ? typing.text : atRest}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const read = readAmount(text, kind, currentLocale(), show, affixes);
        setTyping({ text, value: read });
        onChange?.(read);
      }}
      // Firefox takes the sign for a word of its own, or the cents: a 7 in its place would make $760.00 of $60.00.
      onDoubleClick={(event) => event.currentTarget.select()}
      onBlur={(event) => {
        setTyping(null);
        onBlur?.(event);
      }}
    />
  );
}

/** An amount in the network's currency or the given one; `cents` where nothing smaller can be moved. */
export function MoneyInput({
  cents = false,
  currency,
  ...props
}: FieldProps & { readonly cents?: boolean; readonly currency?: string }) {
  const network = useCurrency();
  const unit = currency ?? network;
  return (
    <NumberField
      kind={cents ? 'cents' : 'money'}
      show={(amount) => formatMoney(amount, unit)}
      affixes={[unit]}
      {...props}
    />
  );
}

/** A whole number. Its unit stands beside the text, not in it: a double click selects the figures. */
export function CountInput({ unit, ...props }: FieldProps & { readonly unit?: string }) {
  const beside =
    unit === undefined
      ? {}
      : {
          affixes: [unit],
          rightSection: <span aria-hidden>{unit}</span>,
          rightSectionWidth: `calc(${unit.length}ch + 24px)`,
          rightSectionPointerEvents: 'none' as const,
        };
  return <NumberField kind="count" show={formatNumber} {...beside} {...props} />;
}

/** 0 to 100. */
export function PercentInput(props: FieldProps) {
  return <NumberField kind="percent" show={formatNumber} affixes={['%']} {...props} />;
}
