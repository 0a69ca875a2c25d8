import type { contract } from '@placard/contract/contract';
import { addDays } from '@placard/domain/time-zone';
import type { FairWorld } from './fair-world.ts';

/** An operation's input as its schema takes it; the rest only where it differs from most. */
export type LargestCall = {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly form?: FormData;
  /** Of a session that the call ends. */
  readonly token?: string;
  /** Made in a thread, for minutes where others use the machine: after so long nobody waits for it any more. */
  readonly patienceMs?: number;
  /** What this call cannot be given here, and is refused with. */
  readonly refused?: number;
};

type Contract = typeof contract;
/** Several where no input is the largest in all respects. */
type Largest = (world: FairWorld) => LargestCall | LargestCall[] | Promise<LargestCall>;

/** Every operation of the contract with its largest allowed input: one that is missing does not compile. */
export type LargestCalls = {
  readonly [Group in keyof Contract]: { readonly [Name in keyof Contract[Group]]: Largest };
};

/** The event loop has done its part of a document by then. */
export const DOCUMENT_PATIENCE_MS = 10_000;

/** As documents name somebody, at most. */
export const LARGEST_PARTY = {
  name: 'N'.repeat(200),
  address: Array.from({ length: 6 }, () => 'A'.repeat(60)).join('\n'),
  country: 'DE',
  vatNumber: 'DE136695976',
  registrationNumber: 'R'.repeat(60),
  isBusiness: true,
};

export const nothing = (): LargestCall => ({});

/** The middle of the list, its longest page, everything found, by the last of its orders. */
export function wholePage(sort?: string): LargestCall {
  return { input: { page: 2, pageSize: 200, ...(sort === undefined ? {} : { sort }) } };
}

const DAY_MS = 86_400_000;
const MAX_REPORT_DAYS = 800;

export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

let ownDays = 0;
/** To come, on which nothing begins that this bench has made: of rates, shares and cards one begins on a day. */
export function ownDay(): string {
  ownDays += 1;
  return addDays('2099-01-01', ownDays);
}

/** As many days as a report may have. */
export function longestRange(): { readonly from: string; readonly to: string } {
  return { from: dayFromNow(1 - MAX_REPORT_DAYS), to: dayFromNow(0) };
}

let count = 0;
/** Of the greatest length, and no other is called so. */
export function longName(length = 99): string {
  count += 1;
  return `${count} `.padEnd(length, 'name');
}

export const LONG_TEXT = 'x'.repeat(1_000);
export const LONG_DESCRIPTION = 'x'.repeat(2_000);

/** By days of the longest range, and by hours of the longest that has them. */
export function largestReports(metrics: readonly string[], by: string): LargestCall[] {
  const rest = { metrics: metrics.join(), by, compare: 'previous', limit: 1_000 };
  return [
    { input: { ...rest, ...longestRange(), grain: 'day' } },
    { input: { ...rest, from: dayFromNow(-91), to: dayFromNow(0), grain: 'hour' } },
  ];
}

/** The same rows as files, of each kind. */
export function largestFiles(metrics: readonly string[], by: string): LargestCall[] {
  const rest = { metrics: metrics.join(), by, ...longestRange() };
  return ['csv', 'parquet'].map((format) => ({
    input: { ...rest, format },
    patienceMs: DOCUMENT_PATIENCE_MS,
  }));
}
