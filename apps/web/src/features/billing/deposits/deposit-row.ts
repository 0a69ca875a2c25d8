import type { api } from '../../../lib/api/api.ts';

export type DepositRow = Awaited<ReturnType<typeof api.operator.deposits>>['items'][number];
