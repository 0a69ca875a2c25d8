import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DecisionPayload, decidedAtMs } from '@placard/contract/wire/decision-token';
import { IMAGE_PATH, REPORT_PATH } from '@placard/contract/wire/tag-protocol';
import {
  AD_REPORT_COMMENT_MAX_LENGTH,
  type AdReportReason,
  isAdReportReason,
} from '@placard/domain/ad-report';
import { advertiserHostOf } from '@placard/domain/website/blocks';
import type { TokenKeys } from '../decide/token.ts';
import type { Desk, ReportOutcome } from '../events/desk.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { adPageTexts } from '../texts/ad-page-texts.ts';
import { readBody } from './body.ts';
import { type ReportedCreative, reportForm } from './report-page.ts';
import type { RequestHead } from './request-head.ts';
import { browserOf } from './user-agent.ts';
import type { ViewerHashes, Visitors } from './visitor.ts';
import { answerNotice, answerPage, languageOf, type NoticeName } from './visitor-page.ts';

/** A form of one reason and 500 characters, each of them percent-encoded at worst. */
const MAX_FORM_BYTES = 8 * 1_024;
/** A tab may stay open for days. */
const TOKEN_LIFETIME_MS = 7 * 86_400_000;

export type ReportsDeps = {
  readonly snapshot: () => Snapshot;
  readonly keys: TokenKeys;
  readonly desk: Pick<Desk, 'report'>;
  readonly visitors: Visitors;
  readonly head: RequestHead;
  readonly viewers: ViewerHashes;
  readonly publicUrl: string;
  readonly nowMs: () => number;
};

type Shown = { readonly payload: DecisionPayload; readonly creative: ReportedCreative };

/** GET and POST /r/TOKEN: a visitor tells what is wrong with an ad. The signed token says which ad stood where. */
export class ReportsHandler {
  private readonly deps: ReportsDeps;

  constructor(deps: ReportsDeps) {
    this.deps = deps;
  }

  /** GET and HEAD. */
  show(request: IncomingMessage, response: ServerResponse): void {
    const shown = this.shownOf(request);
    if (shown === null) answerNotice(request, response, 'noSuchAd');
    else answerPage(request, response, 200, reportForm(languageOf(request), shown.creative, null));
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another site's page can't press the button for its visitors.
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') {
      refuse(request, response, 'notFromHere');
      return;
    }
    const refused = () => refuse(request, response, 'tooLarge');
    await readBody(request, response, { declared: '', maxBytes: MAX_FORM_BYTES, refuse: refused }, (body) =>
      this.store(request, response, body.toString('latin1')),
    );
  }

  private async store(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const shown = this.shownOf(request);
    if (shown === null) {
      answerNotice(request, response, 'noSuchAd');
      return;
    }
    const form = new URLSearchParams(body);
    const reason = form.get('reason') ?? '';
    // Browsers send two characters for the end of a line.
    const comment = (form.get('comment') ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
    const sent = { reason, comment };
    if (!isAdReportReason(reason)) {
      answerFault(request, response, shown.creative, 'reason', sent);
    } else if (comment.length > AD_REPORT_COMMENT_MAX_LENGTH) {
      answerFault(request, response, shown.creative, 'comment', sent);
    } else {
      answerNotice(request, response, await this.keep(request, shown.payload, { reason, comment }));
    }
  }

  private async keep(
    request: IncomingMessage,
    payload: DecisionPayload,
    said: { readonly reason: AdReportReason; readonly comment: string },
  ): Promise<ReportOutcome> {
    const { head, visitors, viewers, desk, nowMs } = this.deps;
    const { userAgent } = head.read(request);
    // Told the same as anybody: a script learns nothing from the answer.
    if (browserOf(userAgent).bot) return 'stored';
    const viewerHash = viewers.of(visitors.addressOf(head), userAgent, nowMs());
    return await desk.report({
      ...said,
      creativeId: payload.creativeId,
      widgetId: payload.widgetId,
      viewerHash: Buffer.from(viewerHash),
      at: new Date(nowMs()),
    });
  }

  /** `null` where the token is not ours, too old, or names what is not known any more. */
  private shownOf(request: IncomingMessage): Shown | null {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const checked = this.deps.keys.check(path.slice(REPORT_PATH.length + 1));
    if (checked === null) return null;
    const { payload } = checked;
    if (this.deps.nowMs() - decidedAtMs(payload) > TOKEN_LIFETIME_MS) return null;
    const view = this.deps.snapshot().creatives.byCreativeId(payload.creativeId);
    if (view === undefined) return null;
    const { row } = view;
    const host = view.clickUrl === null ? null : advertiserHostOf(URL.parse(view.clickUrl));
    const image = row.status === 'active' && row.fileKey !== null ? row.fileKey : null;
    return {
      payload,
      creative: {
        imageUrl: image === null ? null : `${this.deps.publicUrl}${IMAGE_PATH}/${image}`,
        widthPx: payload.widthPx,
        heightPx: payload.heightPx,
        altText: image === null ? '' : row.altText,
        advertiserHost: host,
      },
    };
  }
}

/** The form again, with what is to be mended. */
function answerFault(
  request: IncomingMessage,
  response: ServerResponse,
  creative: ReportedCreative,
  part: 'reason' | 'comment',
  sent: { readonly reason: string; readonly comment: string },
): void {
  const language = languageOf(request);
  const t = adPageTexts(language);
  const fault =
    part === 'reason' ? t('fault.reason') : t('fault.comment', { most: AD_REPORT_COMMENT_MAX_LENGTH });
  answerPage(request, response, 422, reportForm(language, creative, { fault, ...sent }));
}

/** While the body may still be arriving: the connection ends with the answer. */
function refuse(request: IncomingMessage, response: ServerResponse, notice: NoticeName): void {
  response.shouldKeepAlive = false;
  answerNotice(request, response, notice);
  request.resume();
}
