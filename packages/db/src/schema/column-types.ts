import type { ColumnType } from 'kysely';

/** timestamptz: the default may set it, nothing but a Date is ever read. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>;
/** jsonb: read as a value, written as its text. */
export type Json<T = unknown> = ColumnType<T, string | undefined, string>;
