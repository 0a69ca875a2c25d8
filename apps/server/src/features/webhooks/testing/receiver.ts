import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookEndpoint } from '@placard/contract/webhooks';
import type { WebhookEventType } from '@placard/domain/webhook/event-types';
import { expect } from 'vitest';
import type { TestApi, TestUser } from '../../../http/testing/test-api.ts';
import type { OtherPeoplesServers } from '../../../safe-fetch/testing/other-peoples-servers.ts';
import { WebhookSender } from '../webhook-sender.ts';

export type Got = { readonly headers: Record<string, string>; readonly body: string };

/** Somebody's program that is told things: keeps what came, answers as it is told to. */
export class Receiver {
  readonly url: string;
  readonly got: Got[] = [];
  /** How it answers, which may be never. */
  answer: (response: ServerResponse, count: number) => void = (response) =>
    void response.writeHead(204).end();

  constructor(servers: OtherPeoplesServers, url: string) {
    this.url = url;
    servers.page(url, (request, response) => this.#take(request, response));
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      this.got.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
      this.answer(response, this.got.length);
    });
  }

  /** What was told, in order. */
  get events(): { type: string; version: number; timestamp: string; data: Record<string, unknown> }[] {
    return this.got.map(({ body }) => JSON.parse(body));
  }
}

/** Jitter left out. @param slowCallMs from when on a call is a slow one */
export function senderOf(
  api: TestApi,
  servers: OtherPeoplesServers,
  totalMs = 3_000,
  slowCallMs = 60_000,
): WebhookSender {
  return new WebhookSender({ ...api.deps, post: servers.post({ totalMs }), random: () => 0, slowCallMs });
}

export const answers = (...statuses: number[]) => {
  return (response: ServerResponse, count: number) => {
    response
      .writeHead(statuses[Math.min(count, statuses.length) - 1] ?? 500, { 'content-type': 'text/plain' })
      .end('no luck');
  };
};

/** An endpoint as somebody adds it by the API. */
export async function addEndpoint(
  api: TestApi,
  user: TestUser,
  url: string,
  eventTypes: readonly WebhookEventType[],
  path = '/webhooks',
): Promise<{ secret: string; endpoint: WebhookEndpoint }> {
  const answer = await api.call('POST', path, { token: user.token, body: { url, eventTypes } });
  expect([answer.status, answer.error]).toEqual([200, undefined]);
  return answer.data as { secret: string; endpoint: WebhookEndpoint };
}
