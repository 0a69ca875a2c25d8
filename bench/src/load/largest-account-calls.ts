import { type LargestCalls, nothing } from './largest-call.ts';

/** What operators write down about accounts, and how they look at them. */
export const accountCalls = {
  recordNotes: {
    read: ({ campaignId: subjectId }) => ({ input: { kind: 'campaign', subjectId } }),
    add: () => ({ input: { kind: 'user', subjectId: 2_000_000_000, text: 'N'.repeat(2_000) }, refused: 404 }),
    remove: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    setTags: ({ campaignId: subjectId }) => ({
      input: {
        kind: 'campaign',
        subjectId,
        tags: Array.from({ length: 8 }, (_, at) => `${at}${'t'.repeat(23)}`),
      },
    }),
    tags: () => ({ input: { kind: 'campaign' } }),
  },
  looks: {
    begin: () => ({ input: { id: 2_000_000_000, reason: 'R'.repeat(200) }, refused: 404 }),
    end: nothing,
    list: nothing,
  },
} satisfies Partial<LargestCalls>;
