import { DOCUMENT_PATIENCE_MS, type LargestCalls, LONG_TEXT, nothing, wholePage } from './largest-call.ts';

export const payoutCalls: LargestCalls['payouts'] = {
  list: () => wholePage('-amount'),
  get: async ({ pool }) => {
    const { rows } = await pool.query<{ id: number }>('select min(id) as id from payout');
    return { input: { id: rows[0]?.id } };
  },
  act: (world) => ({ input: { id: world.spare('pending payout'), action: 'reject', reason: LONG_TEXT } }),
  exportBatch: (world) => {
    const ids = Array.from({ length: 500 }, () => world.spare('processing'));
    return [
      { input: { ids, format: 'sepa' } },
      { input: { ids: Array.from({ length: 500 }, () => world.spare('processing')), format: 'csv' } },
      { input: { ids, format: 'sepa' } },
    ];
  },
  exports: () => ({ input: { pageSize: 200 } }),
  discardExport: async (world) => ({
    input: { id: await world.lastExport(), reason: LONG_TEXT },
  }),
  settings: nothing,
  updateSettings: async (world) => ({
    input: { version: await world.version('payout_settings', 0), approvalLimit: 1_000 },
  }),
  closings: () => wholePage('-earned'),
  statements: ({ accounts }) => ({ input: { id: accounts.publisher.accountId } }),
  statementPdf: ({ accounts, month }) => ({
    input: { id: accounts.publisher.accountId, month },
    patienceMs: DOCUMENT_PATIENCE_MS,
  }),
  statementCsv: ({ accounts, month }) => ({ input: { id: accounts.publisher.accountId, month } }),
};
