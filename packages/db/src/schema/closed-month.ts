import type { ClosedLine } from '@placard/domain/ledger/month-close';
import type { Json } from './column-types.ts';

type ClosedLines = readonly ClosedLine[];

export type ClosedMonthTable = {
  month: string;
  ends_at: Date;
  reconciliation_id: number;
  closed_by: number;
  closed_at: Date;
  lines: Json<ClosedLines>;
};
