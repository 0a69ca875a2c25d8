import { type AdSize, formatAdSize, type NamedAdSize } from '@placard/domain/ad-size';

/** A size as the contract carries it; '' while it is being typed. */
export type SizeValue = { readonly width: number | ''; readonly height: number | '' };

/** What the select shows: a preset's "300x250", 'custom', or nothing yet. */
export type SizeChoice = string;
export const CUSTOM: SizeChoice = 'custom';

export function choiceOf(value: SizeValue | null, presets: readonly NamedAdSize[]): SizeChoice | null {
  if (value === null) return null;
  const preset = presets.find((one) => one.widthPx === value.width && one.heightPx === value.height);
  return preset === undefined ? CUSTOM : formatAdSize(preset);
}

export function sizeOfChoice(choice: SizeChoice | null, presets: readonly NamedAdSize[]): SizeValue | null {
  if (choice === null) return null;
  const preset: AdSize | undefined = presets.find((one) => formatAdSize(one) === choice);
  return preset === undefined
    ? { width: '', height: '' }
    : { width: preset.widthPx, height: preset.heightPx };
}
