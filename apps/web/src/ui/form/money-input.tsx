import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { decimalsShown } from './amount-decimals.ts';
import { useMoneyField } from './use-money-field.ts';

/** A field for an amount, with at least its cents while nobody types in it: 0.6 stands there as "$0.60". */
export function MoneyInput({ onFocus, onBlur, ...props }: NumberInputProps) {
  const money = useMoneyField();
  const [typing, setTyping] = useState(false);
  return (
    <NumberInput
      {...money}
      {...(typing ? {} : { decimalScale: decimalsShown(props.value), fixedDecimalScale: true })}
      {...props}
      onFocus={(event) => {
        setTyping(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setTyping(false);
        onBlur?.(event);
      }}
    />
  );
}
