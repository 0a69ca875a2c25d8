import type { NumberInputProps } from '@mantine/core';
import { currentLocale } from '../../i18n/texts.ts';
import { useCurrency } from '../money.tsx';

/** Money is exact to the micro: six decimals may be typed, none are made up. */
const DECIMALS = 6;

function currencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat(currentLocale(), { style: 'currency', currency }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

/** Props of every amount field: the network's currency in front, no arrows, no negative amounts. */
export function useMoneyField(): NumberInputProps {
  return {
    prefix: currencySymbol(useCurrency()),
    decimalScale: DECIMALS,
    allowNegative: false,
    hideControls: true,
    thousandSeparator: ',',
    inputMode: 'decimal',
  };
}
