import { PASSWORD } from './fair-world.ts';
import { type LargestCalls, longName, nothing } from './largest-call.ts';

const NO_TICKET = 'x'.repeat(1_000);
/** Of a browser that was asked for a passkey. */
const LARGEST_ANSWER = JSON.stringify({ id: 'x'.repeat(19_980) });

/** Passkeys, archives of one's data, and what operators write down about accounts, and how they look at them. */
export const accountCalls = {
  passkeys: {
    list: nothing,
    begin: () => ({ input: { currentPassword: PASSWORD } }),
    add: () => ({
      input: { response: LARGEST_ANSWER, ticket: NO_TICKET, name: longName(100) },
      refused: 400,
    }),
    remove: () => ({ input: { id: 2_000_000_000, currentPassword: PASSWORD }, refused: 404 }),
    beginSignIn: nothing,
    signIn: () => ({ input: { response: LARGEST_ANSWER, ticket: NO_TICKET }, refused: 400 }),
    beginStepUp: () => ({ refused: 409 }),
    stepUp: () => ({ input: { response: LARGEST_ANSWER, ticket: NO_TICKET }, refused: 400 }),
  },
  singleSignOn: {
    begin: () => ({ refused: 409 }),
    signIn: () => ({ input: { cameBack: 'x'.repeat(8_000), ticket: 'x'.repeat(4_000) }, refused: 409 }),
    finish: () => ({ input: { ticket: 'x'.repeat(4_000), password: 'x'.repeat(128) }, refused: 409 }),
    links: nothing,
    unlink: () => ({ input: { id: 2_000_000_000, currentPassword: PASSWORD }, refused: 404 }),
  },
  recordNotes: {
    read: ({ campaignId: subjectId }) => ({ input: { kind: 'campaign', subjectId } }),
    add: () => ({ input: { kind: 'user', subjectId: 2_000_000_000, text: 'N'.repeat(2_000) }, refused: 404 }),
    remove: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    setTags: async ({ accounts, call, campaignId: subjectId }) => {
      const path = `/operator/notes?kind=campaign&subjectId=${subjectId}`;
      const { version } = (await call(path, { token: accounts.operator.token })) as { version: number };
      const tags = Array.from({ length: 8 }, (_, at) => `${at}${'t'.repeat(23)}`);
      return { input: { kind: 'campaign', subjectId, version, tags } };
    },
    tags: () => ({ input: { kind: 'campaign' } }),
  },
  looks: {
    begin: () => ({ input: { id: 2_000_000_000, reason: 'R'.repeat(200) }, refused: 404 }),
    end: nothing,
    list: nothing,
  },
  dataExports: {
    read: nothing,
    ask: async ({ accounts, call }) => {
      const { token } = accounts.advertiser;
      // One is under way at a time: the first call would be another than those after it.
      await call('/account/export', { token, body: { currentPassword: PASSWORD } }).catch(() => undefined);
      return { input: { currentPassword: PASSWORD }, refused: 409 };
    },
    link: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    listFor: () => ({ input: { id: 2_000_000_000 } }),
    askFor: () => ({
      input: { id: 2_000_000_000, userId: 2_000_000_000, reason: 'R'.repeat(200), currentPassword: PASSWORD },
      refused: 404,
    }),
    linkFor: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
  },
} satisfies Partial<LargestCalls>;
