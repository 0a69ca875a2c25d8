import { type LargestCalls, LONG_TEXT, nothing, ownDay } from './largest-call.ts';

/** What operators do about documents in a publisher's name. */
export const documentChangeCalls = {
  cancelDocument: () => ({ input: { number: 2_000_000_000, reason: LONG_TEXT.slice(0, 500) }, refused: 404 }),
  issueDocumentAgain: () => ({ input: { number: 2_000_000_000 }, refused: 404 }),
} satisfies Partial<LargestCalls['operator']>;

/** Tax on what publishers are paid. */
export const taxCalls = {
  withholding: {
    list: ({ accounts }) => ({ input: { publisherId: accounts.publisher.accountId } }),
    create: () => {
      const day = ownDay();
      const rate = { publisherId: null, country: 'DE', withholdingPercent: 15.83 };
      return { input: { ...rate, fromDay: day, lastDay: day, reason: LONG_TEXT.slice(0, 500) } };
    },
    end: () => ({ input: { id: 2_000_000_000, lastDay: '2099-01-01' }, refused: 404 }),
    remove: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    report: () => ({ input: { year: 2099 } }),
    exportReport: () => ({ input: { year: 2099 } }),
    own: nothing,
  },
  selfBilling: {
    agreement: nothing,
    agree: () => ({ input: { agrees: false } }),
    documents: () => ({ input: { limit: 100 } }),
    documentPdf: () => ({ input: { number: 2_000_000_000 }, refused: 404 }),
  },
} satisfies Partial<LargestCalls>;
