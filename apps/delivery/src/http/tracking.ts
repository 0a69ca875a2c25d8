import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  TRACKING_PATH,
  TRACKING_RECORD_BYTES,
  type TrackingLink,
  writeTrackingRecord,
} from '@placard/contract/wire/tracking-link';
import { EVENT_KIND_CODES } from '@placard/domain/event-kind';
import type { TokenKeys } from '../decide/token.ts';
import type { Spool } from '../events/spool.ts';
import type { CreativeView } from '../snapshot/creative-directory.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { languageOf } from './ads-query.ts';
import { answerError, answerNotAhead, answerPixel, answerRedirect } from './answers.ts';
import { isAskedAhead, isPrefetch, type RequestHead } from './request-head.ts';
import { browserOf } from './user-agent.ts';
import type { Visitors } from './visitor.ts';

const KIND_OF_LETTER = { i: EVENT_KIND_CODES.impression, c: EVENT_KIND_CODES.click } as const;
/** Shown or clicked somewhere else still, but no longer counted. */
const OVER = ['archived', 'cancelled'];

export type TrackingDeps = {
  readonly snapshot: () => Snapshot;
  readonly keys: TokenKeys;
  readonly spool: Spool;
  readonly visitors: Visitors;
  readonly head: RequestHead;
  readonly nowMs: () => number;
};

/**
 * Answers GET /t/i/TOKEN and /t/c/TOKEN: what another ad server shows of a creative. Statistics only, never billed; a
 * click goes to the creative's own click URL and nowhere else.
 */
export class TrackingHandler {
  private readonly deps: TrackingDeps;

  constructor(deps: TrackingDeps) {
    this.deps = deps;
  }

  /** @param path without its query, of which nothing is read. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): void {
    const letter = path[TRACKING_PATH.length + 1];
    const isOurs = (letter === 'i' || letter === 'c') && path[TRACKING_PATH.length + 2] === '/';
    const link = isOurs ? this.deps.keys.checkTrackingLink(path.slice(TRACKING_PATH.length + 3)) : null;
    const creative = link === null ? undefined : this.deps.snapshot().creatives.byCreativeId(link.creativeId);
    if (link === null || creative === undefined) {
      answerError(response, 'not_found', { message: 'There is no such tracking address.' });
    } else if (letter === 'i') {
      this.impression(request, response, { link, creative });
    } else {
      this.click(request, response, { link, creative });
    }
  }

  private impression(request: IncomingMessage, response: ServerResponse, of: Tracked): void {
    this.count(request, { ...of, kind: KIND_OF_LETTER.i }, (stored) =>
      answerPixel(request, response, stored),
    );
  }

  private click(request: IncomingMessage, response: ServerResponse, of: Tracked): void {
    // Unlike a decision's, this link exists before anybody has looked at where it leads.
    const target = of.creative.clickUrl;
    if (target === null) {
      answerError(response, 'not_found', { message: 'This link leads nowhere.' });
      return;
    }
    if (isAskedAhead(this.deps.head.read(request))) {
      answerNotAhead(response);
      return;
    }
    // Whatever becomes of the count, the visitor is sent on.
    this.count(request, { ...of, kind: KIND_OF_LETTER.c }, () => answerRedirect(response, target));
  }

  /** Stores it where it counts. @param done told whether what counts is stored; what does not count needs no storing */
  private count(
    request: IncomingMessage,
    of: Tracked & { readonly kind: number },
    done: (stored: boolean) => void,
  ): void {
    const { spool, visitors, nowMs } = this.deps;
    const head = this.deps.head.read(request);
    const { device, bot } = browserOf(head.userAgent);
    const noPerson = bot || isPrefetch(head) || visitors.inDataCentre(head);
    if (request.method !== 'GET' || noPerson || !isCounted(of)) {
      done(true);
      return;
    }
    const at = spool.reserve(TRACKING_RECORD_BYTES, 1);
    if (at < 0) {
      done(false);
      return;
    }
    writeTrackingRecord(spool.buffer, at, {
      kind: of.kind,
      device,
      atMs: nowMs(),
      adSetId: of.link.adSetId,
      creativeId: of.link.creativeId,
      country: visitors.countryOf(head),
      language: languageOf('', head.acceptLanguage),
      widthPx: of.creative.row.widthPx,
      heightPx: of.creative.row.heightPx,
    });
    spool.whenWritten(done);
  }
}

type Tracked = { readonly link: TrackingLink; readonly creative: CreativeView };

/** Still assigned, and not archived or taken down. */
function isCounted({ link, creative: { row } }: Tracked): boolean {
  return row.adSetIds.includes(link.adSetId) && !OVER.includes(row.status);
}
