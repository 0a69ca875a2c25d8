import { CLOSE_BLOCKERS } from '@placard/domain/ledger/month-close';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { get, post } from './route.ts';
import { calendarMonth, csvFile, data, id, instant } from './scalars.ts';

const openBooks = z.object({
  month: calendarMonth,
  /** The first instant after it. */
  endsAt: instant,
  /** What stands between it and its close; empty: it can be closed. */
  blockers: z.array(z.enum(CLOSE_BLOCKERS)),
});
export type OpenBooks = z.infer<typeof openBooks>;

const closedBooks = z.object({
  month: calendarMonth,
  closedAt: instant,
  closedBy: z.string(),
  /** The green result that it was closed by. */
  reconciliationId: id,
});
export type ClosedBooks = z.infer<typeof closedBooks>;

const tags = ['Operator'];
const PATH = '/operator/books';

/** The network's months, in its time zone: closed, nothing is dated into them any more. */
export const monthCloseContract = {
  list: operatorOperation
    .route(get(PATH, tags, 'Months with bookings, open and closed, newest first'))
    .output(data(z.object({ open: z.array(openBooks), closed: z.array(closedBooks) }))),
  // A month closes once: the second call is told so.
  close: operatorOperation
    .route(post(`${PATH}/{month}/close`, tags, 'Close the books of a month for good'))
    .input(z.object({ month: calendarMonth }))
    .output(data(closedBooks)),
  csv: operatorOperation
    .route(get(`${PATH}/{month}/csv`, tags, 'The closing totals of a month as CSV'))
    .input(z.object({ month: calendarMonth }))
    .output(csvFile),
};
