import { describe, expect, test } from 'vitest';
import { readClickId, writeClickId } from './click-id.ts';
import { pageViewRecord, readPageView, readVisit, visitRecord } from './collect-record.ts';
import { readDecisionPayload, writeDecisionPayload } from './decision-token.ts';
import { TOKEN_EVENT_AT, writeTally, writeTokenEvent } from './event-record.ts';
import { layout, recordLayout, tokenLayout, u48At } from './layout.ts';
import { readPacingPlan, writePacingPlan } from './pacing-plan.ts';
import { readEventRecords } from './testing/read-event-records.ts';
import {
  readTrackingLink,
  TRACKING_RECORD,
  trackingTokenBytes,
  writeTrackingRecord,
} from './tracking-link.ts';
import { readViewSample, viewSampleRecord } from './view-sample.ts';

const AT_MS = 1_795_000_123_456;
const HASH = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const viewOfHex = (text: string) => {
  const bytes = Uint8Array.from(Buffer.from(text, 'hex'));
  return new DataView(bytes.buffer);
};
/** What `write` makes of bytes that were used before. */
const written = (length: number, write: (bytes: Uint8Array, view: DataView) => void) => {
  const bytes = new Uint8Array(length).fill(255);
  write(bytes, new DataView(bytes.buffer));
  return bytes;
};

/** As spools, event logs and plans on disk have them: what was written once is read for ever. */
const STORED = {
  decision: '0103020101ba81410001117101020304020304050304050601000000004d1b5703024445656e012c00faea5f',
  click: '0203020101ba81410001117101020304020304050304050601a1ee584040000003024445656e012c00faea5f',
  event:
    '00400103050101a1ee58404001020304050607080103020101ba81410001117101020304020304050304050601000000004d1b5703024445656e012c00faea5f',
  forged: `004001010100000000000001${hex(HASH)}${'00'.repeat(44)}`,
  tally: '00200207010001a1ee58404003040506000004d2415402d8005a000000000000',
  tracking: '00200603020001a1ee584040000000070000000855536672012c00fa00000000',
  pageView: '002e0304030101a1ee58404001020304050607080000004d465209000007612e6578616d706c652f6cc3a464656e',
  visit:
    '004b0403000101a1ee584040000000630203020101ba81410001117101020304020304050304050601a1ee584040000003024445656e012c00faea5f0000000000bc614e45555203412d31',
  bareVisit: `004804010200000000000001${'00'.repeat(3)}63${'00'.repeat(56)}`,
  sample:
    '003c0501020201a1ee5840400000000500000009444500004097720000000000413e8480000000000000000b012c00fa02d8005a0000000400000005',
  trackingLink: `0302${'00'.repeat(10)}0000000700000008${'00'.repeat(24)}`,
  plan: '000000070000010000000005000000000000004d00000fa0',
};

const decision = {
  ...{ keyId: 3, shard: 513, minute: 29_000_001, sequence: 70_001, adSetId: 16_909_060 },
  ...{ creativeId: 33_752_069, widgetId: 50_595_078, priceMicros: 2 ** 40 + 77, shareBp: 6_999, flags: 3 },
  ...{ device: 2 as const, country: 'DE', language: 'en', widthPx: 300, heightPx: 250, msOfMinute: 59_999 },
};
const tally = {
  ...{ outcome: 7, device: 1, atMs: AT_MS, widgetId: 50_595_078, count: 1_234, country: 'AT' },
  ...{ widthPx: 728, heightPx: 90 },
};
const tracking = {
  ...{ kind: 3, device: 2 as const, atMs: AT_MS, adSetId: 7, creativeId: 8, country: 'US', language: 'fr' },
  ...{ widthPx: 300, heightPx: 250 },
};
const pageView = {
  ...{ reason: 4, device: 3 as const, onOwnDomain: true, atMs: AT_MS, websiteId: 77, country: 'FR' },
  ...{ referrerHost: 'a.example', pageHost: '', path: '/läden' },
};
const visit = {
  ...{ kind: 3, reason: 0, atMs: AT_MS, campaignId: 99, valueMicros: 12_345_678n, currency: 'EUR' },
  orderId: 'A-1',
};
const bareVisit = {
  kind: 1,
  reason: 2,
  atMs: 1,
  campaignId: 99,
  valueMicros: null,
  currency: '',
  orderId: '',
};
const sample = {
  ...{
    atMs: AT_MS,
    widgetId: 5,
    weight: 9,
    device: 1 as const,
    country: 'DE',
    language: '',
    floorMicros: 1_500.5,
  },
  ...{ winningEcpmMicros: 2_000_000, winningAdSetId: 11, cappedAdSetIds: [4, 5] },
  sizes: [
    { widthPx: 300, heightPx: 250 },
    { widthPx: 728, heightPx: 90 },
  ],
};
const plan = [
  { adSetId: 7, remainingMicros: 2n ** 40n + 5n, ratePerMinuteMicros: 77n, expectedPerThousandMicros: 4_000 },
];

describe('bytes on disk', () => {
  const payload = written(44, (_, view) => writeDecisionPayload(view, 0, decision));
  const click = written(44, (_, view) => writeClickId(view, 0, decision, AT_MS));

  test('are written as they always were, over whatever stood there', () => {
    const event = { kind: 3, reason: 5, eventAtMs: AT_MS, viewerHash: HASH, payload, otherClock: true };
    const forged = { ...event, kind: 1, reason: 1, eventAtMs: 1, payload: null, otherClock: false };
    const link = { keyId: 2, adSetId: 7, creativeId: 8 };
    expect({
      decision: hex(payload),
      click: hex(click),
      event: hex(written(64, (bytes) => writeTokenEvent(bytes, 0, event))),
      forged: hex(written(64, (bytes) => writeTokenEvent(bytes, 0, forged))),
      tally: hex(written(32, (bytes) => writeTally(bytes, 0, tally))),
      tracking: hex(written(32, (bytes) => writeTrackingRecord(bytes, 0, tracking))),
      pageView: hex(pageViewRecord(pageView, HASH)),
      visit: hex(visitRecord(visit, click)),
      bareVisit: hex(visitRecord(bareVisit, null)),
      sample: hex(viewSampleRecord(sample)),
      trackingLink: hex(trackingTokenBytes(link, new Uint8Array(32), (input) => input.slice(0, 32))).slice(
        0,
        88,
      ),
      plan: hex(writePacingPlan(plan)),
    }).toEqual(STORED);
  });

  test('are read as they were written', () => {
    const bytesOf = (name: keyof typeof STORED) => Uint8Array.from(Buffer.from(STORED[name], 'hex'));
    expect(readDecisionPayload(viewOfHex(STORED.decision), 0)).toEqual(decision);
    const { shard, minute, sequence, adSetId, creativeId, widgetId, device } = decision;
    const clickId = {
      ...{ shard, minute, sequence, adSetId, creativeId, widgetId, device },
      ...{ countryLanguage: 0x4445656e, size: 300 * 65_536 + 250, clickedAtMs: AT_MS },
    };
    expect(readClickId(viewOfHex(STORED.click), 0)).toEqual(clickId);
    const body = Buffer.from(STORED.event + STORED.forged + STORED.tally, 'hex');
    expect([...readEventRecords(body)]).toEqual([
      { type: 1, kind: 3, reason: 5, otherClock: true, eventAtMs: AT_MS, viewerHashAt: 12, decision },
      { type: 1, kind: 1, reason: 1, otherClock: false, eventAtMs: 1, viewerHashAt: 76, decision: null },
      { type: 2, ...tally },
    ]);
    expect(TRACKING_RECORD.read(viewOfHex(STORED.tracking), 0)).toEqual(tracking);
    expect(readPageView(bytesOf('pageView'))).toEqual({ ...pageView, visitorHash: 0x0102030405060708n });
    expect(readVisit(bytesOf('visit'))).toEqual({ ...visit, click: clickId });
    expect(readVisit(bytesOf('bareVisit'))).toEqual({ ...bareVisit, click: null });
    expect(readViewSample(bytesOf('sample'))).toEqual(sample);
    const link = viewOfHex(STORED.trackingLink);
    expect(readTrackingLink(link, 0)).toEqual({ keyId: 2, adSetId: 7, creativeId: 8 });
    expect(readPacingPlan(bytesOf('plan'))).toEqual(plan);
  });

  test('are found where the table says, also within another record', () => {
    const view = viewOfHex(STORED.event);
    expect(u48At(view, TOKEN_EVENT_AT.eventAtMs)).toBe(AT_MS);
    expect(view.getUint8(TOKEN_EVENT_AT.version)).toBe(1);
    expect(view.getUint32(TOKEN_EVENT_AT.widgetId)).toBe(decision.widgetId);
    expect(u48At(view, TOKEN_EVENT_AT.priceMicros)).toBe(decision.priceMicros);
    expect(view.getUint16(TOKEN_EVENT_AT.msOfMinute)).toBe(decision.msOfMinute);
  });
});

describe('a layout', () => {
  test('has its length and places from its fields', () => {
    const fields = { one: 'u8', free: 7, two: 'u48', three: 'f64' } as const;
    expect([layout(fields).bytes, layout(fields).at]).toEqual([22, { one: 0, free: 1, two: 8, three: 14 }]);
    expect([recordLayout(9, fields).bytes, recordLayout(9, fields).at.one]).toEqual([25, 3]);
    expect([tokenLayout(9, fields).bytes, tokenLayout(9, fields).at.one]).toEqual([23, 1]);
  });

  test('of a token is read only of its version', () => {
    const token = tokenLayout(7, { one: 'u8' });
    const bytes = written(3, (_, view) => token.write(view, 1, { one: 5 }));
    expect(token.read(new DataView(bytes.buffer), 1)).toEqual({ one: 5 });
    expect(token.read(new DataView(bytes.buffer), 0)).toBeNull();
  });

  test('takes no name that would be code', () => {
    expect(() => layout({ 'a, b': 'u8' })).toThrow(RangeError);
  });
});
