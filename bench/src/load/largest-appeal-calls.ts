import { type LargestCalls, LONG_TEXT } from './largest-call.ts';

/** Objections to what operators decided. */
export const appealCalls = {
  appeals: {
    appealCreative: ({ assignedCreativeId: id }) => ({
      input: { id, version: 2_000_000_000, text: LONG_TEXT },
      refused: 409,
    }),
    appealWebsite: ({ websiteId: id }) => ({
      input: { id, version: 2_000_000_000, text: LONG_TEXT },
      refused: 409,
    }),
    grant: () => ({
      input: {
        id: 2_000_000_000,
        version: 2_000_000_000,
        seenRelated: Array.from({ length: 100 }, (_, index) => 2_000_000_000 - index),
      },
      refused: 404,
    }),
    uphold: () => ({ input: { id: 2_000_000_000, version: 2_000_000_000, text: LONG_TEXT }, refused: 404 }),
  },
} satisfies Partial<LargestCalls>;
