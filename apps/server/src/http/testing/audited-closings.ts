import type { CardWorld } from '../../features/billing/card-payments/testing/card-world.ts';

type Called = { readonly ids: readonly number[]; readonly body?: object };

/** Calls by which an operator closes and opens accounts and people: see audited-calls.ts. */
export const AUDITED_CLOSINGS: Readonly<Record<string, (world: CardWorld) => Promise<Called | Called[]>>> = {
  'closing.closeAccount': async ({ api }) => ({
    ids: [(await api.user()).accountId],
    body: { reason: 'Asked for by letter' },
  }),
  'closing.reopenAccount': async ({ api, operator }) => {
    const { accountId } = await api.user();
    const body = { reason: 'By mistake' };
    await api.call('POST', `/operator/accounts/${accountId}/close`, { token: operator.token, body });
    return { ids: [accountId] };
  },
  'operator.actOnUser': async ({ api }) => {
    const { id } = await api.user();
    const suspended = await api.user({ status: 'suspended' });
    return [
      { ids: [id], body: { action: 'suspend' } },
      { ids: [suspended.id], body: { action: 'reinstate' } },
    ];
  },
};
