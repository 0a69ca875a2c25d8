import type { Amount } from '../../kits/form/amount.ts';
import type { Api } from '../../lib/api/api.ts';

export type Settings = Awaited<ReturnType<Api['operator']['settings']>>;

/** What the form holds. */
export type SettingsValues = Omit<Settings, 'version' | 'taxRates' | 'reviewSamplePercent'> & {
  reviewSamplePercent: Amount;
  taxRates: { country: string; percent: Amount }[];
};
