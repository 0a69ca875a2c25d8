import type { IncomingMessage, ServerResponse } from 'node:http';
import { withClickId } from '@placard/contract/wire/click-id';
import { CLICK_PARAMETER } from '@placard/contract/wire/collect-protocol';
import { decidedAtMs, TOKEN_TEXT_LENGTH } from '@placard/contract/wire/decision-token';
import { CLICK_HIDDEN_PARAMETER, CLICK_PATH, EVENTS_PATH } from '@placard/contract/wire/tag-protocol';
import { isCodeType } from '@placard/domain/creative/rules';
import { hostWithin } from '@placard/domain/decision/gates';
import { EVENT_LIFETIME_MS, type EventKind } from '@placard/domain/event-kind';
import type { TrafficRules } from '@placard/domain/traffic/traffic-rule';
import { isTokenText, type TokenKeys } from '../decide/token.ts';
import { KIND_OF_LETTER, type RequestSigns } from '../events/judge.ts';
import type { Recorder } from '../events/recorder.ts';
import type { Written } from '../events/spool.ts';
import { safeUrl } from '../snapshot/creative-directory.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import {
  answerError,
  answerNotAhead,
  answerNotStored,
  answerPixel,
  answerRedirect,
  answerStored,
} from './answers.ts';
import { readBody } from './body.ts';
import { hostOf, isAskedAhead, isPrefetch, pageHostOf, type RequestHead } from './request-head.ts';
import { ruledOut } from './ruled-out.ts';
import { browserOf } from './user-agent.ts';
import type { ViewerHashes, Visitors } from './visitor.ts';
import { answerNotice } from './visitor-page.ts';

/**
 * 799 events: as much as browsers let a page send that goes away, so whatever a tag has gathered comes in one post. They are a fifth
 * of a group of the spool, and take the process some 4 ms.
 */
const MAX_BODY_BYTES = 64 * 1_024;
const LINE_LENGTH = 1 + TOKEN_TEXT_LENGTH;

const NO_CLICK = { hiddenAd: false, byPage: false, fromAnywhere: false };

export type EventsDeps = {
  readonly snapshot: () => Snapshot;
  readonly keys: TokenKeys;
  readonly recorder: Recorder;
  readonly visitors: Visitors;
  readonly head: RequestHead;
  readonly viewers: ViewerHashes;
  readonly anySite: () => boolean;
  readonly trafficRules: () => TrafficRules;
  readonly publicUrl: string;
  readonly nowMs: () => number;
};

/** Answers POST and GET /e and GET /c: events are judged, stored, and only then answered. */
export class EventsHandler {
  private readonly deps: EventsDeps;

  constructor(deps: EventsDeps) {
    this.deps = deps;
  }

  /** POST /e: lines of kind letter and token. */
  async post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const declared = this.deps.head.read(request).contentLength;
    await readBody(request, response, { declared, maxBytes: MAX_BODY_BYTES }, (body) => {
      // One byte is one character of the format; anything else fails the check of the lines.
      this.record(request, response, body.toString('latin1'));
    });
  }

  private record(request: IncomingMessage, response: ServerResponse, body: string): void {
    const fault = this.take(body, this.deps.head.read(request), (stored) => {
      if (stored) answerStored(response);
      else answerNotStored(response);
    });
    if (fault === null) return;
    answerError(response, 'invalid_request', {
      message: 'The events are not valid.',
      issues: [{ path: 'body', message: fault }],
    });
  }

  /**
   * Takes the events of a body.
   * @param body one byte a character
   * @param done told whether they are stored, perhaps at once
   * @returns the rule that the body breaks; then nothing was taken
   */
  take(body: string, head: RequestHead, done: Written): string | null {
    const fault = faultOf(body);
    if (fault !== null) return fault;
    const { recorder } = this.deps;
    const event = this.eventOf(head, 'POST');
    let taken = recorder.gather(Math.ceil(body.length / (LINE_LENGTH + 1)));
    for (let at = 0; taken && at < body.length; at += LINE_LENGTH + 1) {
      const kind = KIND_OF_LETTER[body[at] ?? ''];
      if (kind !== undefined) taken = recorder.add(kind, body.slice(at + 1, at + LINE_LENGTH), event);
    }
    if (taken) recorder.whenWritten(done);
    else done(false);
    return null;
  }

  /** GET /e/i/TOKEN and /e/v/TOKEN: a pixel. */
  pixel(request: IncomingMessage, response: ServerResponse, path: string): void {
    const kind = KIND_OF_LETTER[path[EVENTS_PATH.length + 1] ?? ''];
    const token = path.slice(EVENTS_PATH.length + 3);
    if (kind === undefined || path[EVENTS_PATH.length + 2] !== '/' || !isTokenText(token)) {
      answerError(response, 'not_found', { message: 'A pixel is /e/i/TOKEN or /e/v/TOKEN.' });
      return;
    }
    this.store(request, kind, token, (stored) => answerPixel(request, response, stored));
  }

  /**
   * GET /c/TOKEN: stores the click and sends the visitor on with its id, whatever became of the click. One on a creative that
   * was stopped leads nowhere and is none: nobody pays for it. A browser that asks ahead is not sent on: it would keep the answer, and the
   * visitor's own click would never get here.
   */
  click(request: IncomingMessage, response: ServerResponse, path: string): void {
    const question = path.indexOf('?');
    const token = path.slice(CLICK_PATH.length + 1, question === -1 ? undefined : question);
    const query = question === -1 ? '' : path.slice(question + 1);
    const target = this.targetOf(token, query);
    if (!isTokenText(token) || target === 'stopped') {
      answerNotice(request, response, 'noSuchLink');
      return;
    }
    const hiddenAd = query !== '' && new URLSearchParams(query).has(CLICK_HIDDEN_PARAMETER);
    const head = this.deps.head.read(request);
    const isAhead = isAskedAhead(head);
    const isCode = this.isCode(token);
    const fromAnywhere = isCode || this.namesNoPage(head);
    const sent = () => {
      if (target === 'gone') answerNotice(request, response, 'linkEnded');
      else if (target === null) answerNotice(request, response, 'noSuchLink');
      else if (isAhead) answerNotAhead(response);
      else answerRedirect(response, target);
    };
    const byPage = isOfPage(request) && !isCode;
    this.store(request, 'click', token, sent, { hiddenAd, byPage, fromAnywhere });
  }

  /** A visitor may keep to himself which page a link stood on; some browsers then name the link's own host. */
  private namesNoPage(head: RequestHead): boolean {
    const host = pageHostOf(head);
    return host === '' || host === hostOf(this.deps.publicUrl);
  }

  private isCode(token: string): boolean {
    const creativeId = this.deps.keys.unverifiedCreativeId(token);
    const creative =
      creativeId === null ? undefined : this.deps.snapshot().creatives.byCreativeId(creativeId);
    return creative !== undefined && isCodeType(creative.row.type);
  }

  private store(
    request: IncomingMessage,
    kind: EventKind,
    token: string,
    done: (stored: boolean) => void,
    clicked = NO_CLICK,
  ): void {
    const { recorder } = this.deps;
    const event = this.eventOf(this.deps.head.read(request), request.method ?? '', clicked);
    if (recorder.gather(1) && recorder.add(kind, token, event)) {
      recorder.whenWritten(done);
    } else {
      done(false);
    }
  }

  /**
   * Where a click goes: only to what a creative said when it was last approved or, for third-party code, where its link says, for
   * as long as the click may count. The token is signed, the link is not: one that never ended would send anybody anywhere in our
   * name. After a rejection or take-down neither leads anywhere.
   * @returns `stopped` then; `gone` where such a link has ended and the creative has no address of its own
   */
  private targetOf(token: string, query: string): string | null {
    const { keys } = this.deps;
    const checked = keys.check(token);
    const withId = (url: string) =>
      checked === null
        ? url
        : withClickId(url, CLICK_PARAMETER, keys.signClickId(checked.payload, this.deps.nowMs()));
    const creativeId = checked?.payload.creativeId ?? keys.unverifiedCreativeId(token);
    if (creativeId === null) return null;
    const creative = this.deps.snapshot().creatives.byCreativeId(creativeId);
    if (creative === undefined) return null;
    if (creative.row.stopped) return 'stopped';
    if (checked !== null && isCodeType(creative.row.type) && query !== '') {
      const landing = new URLSearchParams(query).get('u');
      const url = landing === null || landing.length > 2_000 ? null : safeUrl(landing);
      const ageMs = this.deps.nowMs() - decidedAtMs(checked.payload);
      if (url !== null && ageMs <= EVENT_LIFETIME_MS.click) return withId(url.href);
      if (url !== null && creative.clickUrl === null) return 'gone';
    }
    return creative.clickUrl === null ? null : withId(creative.clickUrl);
  }

  /** Events come by POST, or by GET of a pixel or a link: what asks for those in another way has not shown or clicked anything. */
  private eventOf(head: RequestHead, method: string, clicked = NO_CLICK): Parameters<Recorder['add']>[2] {
    const { visitors, viewers, nowMs } = this.deps;
    const { userAgent } = head;
    const at = nowMs();
    const base = {
      properMethod: (method === 'POST' || method === 'GET') && !clicked.byPage,
      prefetch: isPrefetch(head),
      bot: browserOf(userAgent).bot,
      dataCentre: visitors.inDataCentre(head),
      hiddenAd: clicked.hiddenAd,
    };
    const pageName = pageHostOf(head);
    const ruled = ruledOut(this.deps.trafficRules(), { head, visitors, pageHost: pageName });
    const pageHost = this.deps.anySite() || clicked.fromAnywhere ? null : pageName;
    return {
      nowMs: at,
      viewerHash: viewers.of(visitors.addressOf(head), userAgent, at),
      signs: (widgetId): RequestSigns => ({
        ...base,
        trafficRule: ruled(this.deps.snapshot().widgets.byWidgetId(widgetId)?.domain ?? ''),
        otherSite: this.isOtherSite(pageHost, widgetId),
      }),
      // The head is read anew with the next request: who asks does so before.
      sender: () => ({
        ...{ address: visitors.addressOf(head), userAgent, pageHost: pageName },
        country: visitors.countryOf(head),
      }),
    };
  }

  /** @param pageHost '' = the page hides where it is; `null` = it need not say */
  private isOtherSite(pageHost: string | null, widgetId: number): boolean {
    if (pageHost === null) return false;
    const widget = this.deps.snapshot().widgets.byWidgetId(widgetId);
    return widget !== undefined && !hostWithin(pageHost, widget.domain);
  }
}

/**
 * Fetched by a page's script, as its image or into its frame, or by a page that leads on by itself: whoever follows a link opens it in a window, and did something
 * for it. Browsers say so, and no page can make them say another thing; older ones say nothing. Third-party code may tell of its click as it likes.
 */
function isOfPage({ headers }: IncomingMessage): boolean {
  return (headers['sec-fetch-dest'] ?? 'document') !== 'document' || isLedByPage(headers);
}

/**
 * Only of Chromium on a desktop, which alone says what it is (`?0`): on a phone a tab that is opened by a long press may not be told as somebody's, and Safari
 * tells nobody's. What comes from no page (`none`) was typed, or handed over by an app.
 */
function isLedByPage(headers: IncomingMessage['headers']): boolean {
  return (
    headers['sec-ch-ua-mobile'] === '?0' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-site'] !== 'none' &&
    headers['sec-fetch-user'] === undefined
  );
}

/** @returns the rule that the body breaks, `null` if it is well formed. One line feed may follow the last line. */
function faultOf(body: string): string | null {
  if (body.length === 0) return 'holds at least one event';
  const length = body.endsWith('\n') ? body.length - 1 : body.length;
  if ((length + 1) % (LINE_LENGTH + 1) !== 0)
    return `is lines of a kind letter and ${TOKEN_TEXT_LENGTH} characters`;
  for (let at = 0; at < length; at += LINE_LENGTH + 1) {
    if (KIND_OF_LETTER[body[at] ?? ''] === undefined) return 'begins each line with i or v';
    if (at > 0 && body.charCodeAt(at - 1) !== 10) return 'separates lines by a line feed';
    if (!isTokenText(body.slice(at + 1, at + LINE_LENGTH))) return 'holds a token of base64url in each line';
  }
  return null;
}
