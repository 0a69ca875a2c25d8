import type { WebhookEventType } from '@placard/domain/webhook/event-types';
import type { FairWorld } from './fair-world.ts';
import { nothing } from './largest-call.ts';

/** Nobody is there: every delivery fails, which is the most work that one makes. */
const URL = `https://hooks.example.invalid/${'x'.repeat(460)}`;

type Endpoint = { readonly id: number; readonly version: number };

/** The calls of an account's endpoints, or of the network's. */
export function webhookCalls(
  who: 'advertiser' | 'operator',
  path: string,
  eventTypes: readonly WebhookEventType[],
) {
  const input = { url: URL, description: 'd'.repeat(200), eventTypes };
  const token = (world: FairWorld) => world.accounts[who].token;
  const made = async (world: FairWorld): Promise<Endpoint> => {
    const { items } = (await world.call(path, { token: token(world) })) as { items: Endpoint[] };
    const [last] = items;
    if (last !== undefined) return last;
    const answer = (await world.call(path, { token: token(world), body: input })) as { endpoint: Endpoint };
    return answer.endpoint;
  };
  const tested = async (world: FairWorld) => {
    const { id } = await made(world);
    const sent = (await world.call(`${path}/${id}/test`, { token: token(world), body: {} })) as {
      deliveryId: string;
    };
    return { id, deliveryId: sent.deliveryId };
  };
  /** Ten there may be: one goes before the next is made. */
  const room = async (world: FairWorld) => {
    const { id } = await made(world);
    await world.call(`${path}/${id}`, { token: token(world), method: 'DELETE', body: {} });
    return { input };
  };
  return {
    list: nothing,
    create: room,
    update: async (world: FairWorld) => {
      const { id, version } = await made(world);
      return { input: { ...input, id, version, enabled: true } };
    },
    remove: async (world: FairWorld) => ({ input: { id: (await made(world)).id } }),
    rotateSecret: async (world: FairWorld) => ({ input: { id: (await made(world)).id } }),
    test: async (world: FairWorld) => ({ input: { id: (await made(world)).id } }),
    deliveries: async (world: FairWorld) => ({ input: { id: (await made(world)).id, limit: 100 } }),
    delivery: async (world: FairWorld) => ({ input: await tested(world) }),
    resend: async (world: FairWorld) => ({ input: await tested(world) }),
  };
}
