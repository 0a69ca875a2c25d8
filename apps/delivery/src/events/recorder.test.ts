import type { DecisionPayload } from '@placard/contract/wire/decision-token';
import { TOKEN_EVENT_BYTES } from '@placard/contract/wire/event-record';
import { readEventRecords } from '@placard/contract/wire/testing/read-event-records';
import type { EventKind } from '@placard/domain/event-kind';
import { describe, expect, test } from 'vitest';
import { TokenKeys } from '../decide/token.ts';
import { EventSamples } from './event-samples.ts';
import { type RequestSigns, reasonCodeOf } from './judge.ts';
import { Recorder } from './recorder.ts';
import type { Spool } from './spool.ts';

const MINUTE = 30_000_000;
const NOW_MS = MINUTE * 60_000;
const SHARD = 2;
const HONEST: RequestSigns = {
  ...{ properMethod: true, prefetch: false, bot: false, dataCentre: false },
  ...{ trafficRule: false, otherSite: false, hiddenAd: false },
};
const FORGED = 'A'.repeat(80);

/** A recorder whose spool is so many events of memory. */
function begin(room = 1_000) {
  const buffer = Buffer.alloc(room * TOKEN_EVENT_BYTES);
  let end = 0;
  const spool = {
    buffer,
    reserve: (bytes: number) => {
      if (end + bytes > buffer.length) return -1;
      end += bytes;
      return end - bytes;
    },
  } as unknown as Spool;
  const keys = new TokenKeys();
  keys.add(1, Buffer.alloc(32, 7));
  const samples = new EventSamples(() => 0, SHARD);
  const recorder = new Recorder({ spool, keys, shard: SHARD, samples });
  return {
    recorder,
    token: (shard = SHARD) => {
      const payload: DecisionPayload = {
        ...{ keyId: 1, shard, minute: MINUTE, msOfMinute: 0, sequence: 1, adSetId: 1, creativeId: 1 },
        ...{ widgetId: 1, priceMicros: 1, shareBp: 1, flags: 0, device: 0, country: 'DE', language: 'de' },
        ...{ widthPx: 300, heightPx: 250 },
      };
      return keys.sign(payload);
    },
    add: (kind: EventKind, token: string, nowMs = NOW_MS) =>
      recorder.add(kind, token, {
        ...{ nowMs, viewerHash: Buffer.alloc(8, 1), signs: () => HONEST },
        sender: () => ({ address: '', userAgent: '', pageHost: '', country: '' }),
      }),
    stored: () =>
      [...readEventRecords(buffer.subarray(0, end))].flatMap((record) => (record.type === 1 ? [record] : [])),
  };
}

describe('the recorder', () => {
  test('stores a hundred forged tokens a second, and counts the others', () => {
    const { recorder, add, stored } = begin();
    for (let count = 0; count < 102; count += 1) expect(add('click', FORGED, NOW_MS + 999)).toBe(true);
    expect([stored().length, recorder.forgedDropped, recorder.events]).toEqual([100, 2, 102]);
    add('click', FORGED, NOW_MS + 1_000);
    expect([stored().length, recorder.forgedDropped]).toEqual([101, 2]);
    expect(stored().every((event) => event.decision === null)).toBe(true);
  });

  test('takes no forged ones for those that are not', () => {
    const { add, stored, token } = begin();
    for (let count = 0; count < 200; count += 1) add('click', FORGED);
    add('click', token());
    expect(stored().at(-1)).toMatchObject({ reason: 0, decision: { adSetId: 1 } });
  });

  test('has a ladder of a viewer for impressions, another for viewable ones, and none for clicks', () => {
    const { recorder, add, stored, token } = begin();
    const text = token();
    for (let count = 0; count < 121; count += 1) {
      for (const kind of ['impression', 'viewable', 'click'] as const) add(kind, text);
    }
    const limited = reasonCodeOf('rate_limit');
    expect(stored().map((event) => event.reason)).toEqual([
      ...Array.from({ length: 360 }, () => 0),
      ...[limited, limited, 0],
    ]);
    expect([
      recorder.filtered,
      recorder.byReason.get('rate_limit'),
      recorder.byReason.get('accepted'),
    ]).toEqual([2, 2, 361]);
  });

  test('says where another process has decided, whose clock may differ', () => {
    const { add, stored, token } = begin();
    for (const text of [token(), token(SHARD + 1), FORGED]) add('click', text);
    expect(stored().map((event) => event.otherClock)).toEqual([false, true, false]);
  });

  test('says that an event was not taken where the spool has no room', () => {
    const { add, token } = begin(1);
    expect([add('click', token()), add('click', token())]).toEqual([true, false]);
  });
});
