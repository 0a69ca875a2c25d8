import type { Statement } from '../statements.ts';

/** A closed month; a test says what is another in its own. */
export function sampleStatement(changes: Partial<Statement> = {}): Statement {
  return {
    month: '2026-02',
    closedAt: new Date('2026-03-01T08:00:00Z'),
    openingMicros: 1_000_000n,
    earnedMicros: 20_000_000n,
    adjustedMicros: 0n,
    withdrawnMicros: 10_000_000n,
    returnedMicros: 0n,
    closingMicros: 11_000_000n,
    network: 'Lantern & Sons',
    language: 'en',
    currency: 'USD',
    timeZone: 'Europe/Berlin',
    publisher: ['Quay News', 'news@quay.example'],
    earnings: [
      { website: 'quay.example', widget: 'Top', micros: 12_000_000n },
      { website: null, widget: null, micros: 8_000_000n },
    ],
    entries: [
      {
        at: new Date('2026-02-11T08:00:00Z'),
        day: '2026-02-11',
        kind: 'withdrawal',
        text: 'PO-17',
        micros: -10_000_000n,
        withheld: { micros: 550_000n, rateBp: 550 },
      },
    ],
    ...changes,
  };
}
