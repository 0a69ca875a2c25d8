import { readEventRecords, type TokenEvent } from '@placard/contract/wire/event-record';
import { describe, expect, it } from 'vitest';
import { RECORD, timeMsAt } from './records.ts';
import { bodyOf } from './testing/world.ts';

describe('RECORD', () => {
  it('names the places where the wire format writes', () => {
    const body = bodyOf([
      {
        kind: 'click',
        eventAtMs: 1_795_000_123_456,
        decidedAtMs: 1_795_000_100_007,
        shard: 513,
        sequence: 70_001,
        adSetId: 16_909_060,
        creativeId: 33_752_069,
        widgetId: 50_595_078,
        priceMicros: 2 ** 40 + 77,
        shareBp: 6_999,
        isCpc: true,
        reason: 5,
        country: 'US',
        device: 2,
      },
    ]);
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    const [event] = [...readEventRecords(body)] as TokenEvent[];
    const decision = event?.decision;
    expect({
      kind: view.getUint8(RECORD.kind),
      reason: view.getUint8(RECORD.reason),
      eventAtMs: timeMsAt(view, 0),
      shard: view.getUint16(RECORD.shard),
      minute: view.getUint32(RECORD.minute),
      sequence: view.getUint32(RECORD.sequence),
      adSetId: view.getUint32(RECORD.adSetId),
      creativeId: view.getUint32(RECORD.creativeId),
      widgetId: view.getUint32(RECORD.widgetId),
      priceMicros: view.getUint16(RECORD.priceHigh) * 2 ** 32 + view.getUint32(RECORD.priceLow),
      shareBp: view.getUint16(RECORD.shareBp),
      flags: view.getUint8(RECORD.flags),
      device: view.getUint8(RECORD.device),
      country: String.fromCharCode(
        view.getUint8(RECORD.countryLanguage),
        view.getUint8(RECORD.countryLanguage + 1),
      ),
      widthPx: view.getUint16(RECORD.size),
      heightPx: view.getUint16(RECORD.size + 2),
      msOfMinute: view.getUint16(RECORD.msOfMinute),
    }).toEqual({
      kind: event?.kind,
      reason: event?.reason,
      eventAtMs: event?.eventAtMs,
      shard: decision?.shard,
      minute: decision?.minute,
      sequence: decision?.sequence,
      adSetId: decision?.adSetId,
      creativeId: decision?.creativeId,
      widgetId: decision?.widgetId,
      priceMicros: decision?.priceMicros,
      shareBp: decision?.shareBp,
      flags: decision?.flags,
      device: decision?.device,
      country: decision?.country,
      widthPx: decision?.widthPx,
      heightPx: decision?.heightPx,
      msOfMinute: decision?.msOfMinute,
    });
  });
});
