import type { IssueCode } from '@placard/contract/issue-messages';
import { type AdSize, formatAdSize, isAdSide, isAdSize, type NamedAdSize } from '@placard/domain/ad-size';
import { type Amount, amountOf, isUnread } from './amount.ts';

/** A size as the contract carries it, while its sides are being typed. */
export type SizeValue = { readonly width: Amount; readonly height: Amount };

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

export const SIDES = ['width', 'height'] as const;
export type Side = (typeof SIDES)[number];

const REQUIRED = { width: 'width_required', height: 'height_required' } as const satisfies Record<
  Side,
  IssueCode
>;

/** What is wrong with each side of a custom size. */
export function sideFaults(value: SizeValue): Partial<Record<Side, IssueCode>> {
  const faults: Partial<Record<Side, IssueCode>> = {};
  for (const side of SIDES) {
    const typed = value[side];
    if (typed === '') faults[side] = REQUIRED[side];
    else if (isUnread(typed)) faults[side] = typed.issue;
    else if (!isAdSide(typed)) faults[side] = 'side_out_of_range';
  }
  return faults;
}

/** The size in pixels, or `null` while it is not complete. */
export function completeSize(value: SizeValue | null): AdSize | null {
  const widthPx = amountOf(value?.width ?? '');
  const heightPx = amountOf(value?.height ?? '');
  if (widthPx === undefined || heightPx === undefined) return null;
  return isAdSize({ widthPx, heightPx }) ? { widthPx, heightPx } : null;
}
