import { SENT_BYTES_A_DAY } from '@placard/domain/account/sent-bytes';
import { DAY_MS } from '@placard/domain/time-zone';
import type { FastifyRequest } from 'fastify';
import { tooOften } from '../api/app-error.ts';
import { createRateLimiter } from '../api/rate-limiter.ts';

/** Counts what somebody sends, as it was read. @throws AppError `rate_limited` */
export type CountSent = (request: FastifyRequest, bytes: number) => void;

/**
 * What is sent is kept, in the database and as images: one person, whose calls alone are limited by the minute, would fill the disk within a
 * day. By person, so that who may only look at an account takes nothing from its others. Counts live in this process's memory.
 */
export function createSentBytes(clock: () => Date, limitBytes: number = SENT_BYTES_A_DAY): CountSent {
  const sent = createRateLimiter({ limit: limitBytes, windowMs: DAY_MS });
  return ({ caller }, bytes) => {
    // Who is not signed in can send little, and that is not kept; beside the API nobody is a caller.
    if (caller?.kind !== 'user') return;
    const waitMs = sent.take(`${caller.actor.userId}`, clock().getTime(), bytes);
    if (waitMs > 0) throw tooOften(waitMs);
  };
}
