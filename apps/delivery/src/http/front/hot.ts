import type { Logger } from 'pino';
import type { AdsHandler } from '../ads.ts';
import { MAX_URL_LENGTH } from '../ads-query.ts';
import type { EventsHandler } from '../events.ts';
import type { HotHandlers } from './front.ts';
import type { HotAnswers } from './hot-answers.ts';

/** The handlers of `node:http`'s requests, as the front asks them. */
export function hotHandlers(parts: {
  readonly ads: AdsHandler;
  readonly events: EventsHandler;
  readonly answers: HotAnswers;
  readonly log: Logger;
}): HotHandlers {
  const { ads, events, answers, log } = parts;
  const failed = (error: unknown) => {
    log.error({ error: String(error), stack: error instanceof Error ? error.stack : '' }, 'a request failed');
  };
  return {
    ads: (url, head) => {
      // Refused by the server behind, as all that is not valid.
      if (url.length > MAX_URL_LENGTH) return null;
      try {
        const body = ads.decide(url, head);
        return typeof body === 'string' ? answers.ads(body) : null;
      } catch (error) {
        failed(error);
        return null;
      }
    },
    events: (body, head, answer) => {
      try {
        const fault = events.take(body, head, (stored) =>
          answer(stored ? answers.stored() : answers.notStored()),
        );
        return fault === null;
      } catch (error) {
        // Some of them may wait for the disk already: told to come again, repeats are recognised.
        failed(error);
        answer(answers.notStored());
        return true;
      }
    },
  };
}
