import { expect, it } from 'vitest';
import { isProofRecent, needsStepUp, PROOF_VALID_MS, STEP_UP_REQUIREMENTS } from './step-up.ts';

const NOW_MS = Date.UTC(2026, 2, 10, 12);

it('takes a proof for ten minutes, to the millisecond', () => {
  expect(PROOF_VALID_MS).toBe(600_000);
  for (const [ageMs, recent] of [
    [0, true],
    [PROOF_VALID_MS - 1, true],
    [PROOF_VALID_MS, false],
  ] as const) {
    expect([ageMs, isProofRecent(NOW_MS - ageMs, NOW_MS)]).toEqual([ageMs, recent]);
  }
  expect(isProofRecent(null, NOW_MS)).toBe(false);
});

it('takes none for longer because a clock was set back', () => {
  expect(isProofRecent(NOW_MS + PROOF_VALID_MS - 1, NOW_MS)).toBe(true);
  expect(isProofRecent(NOW_MS + PROOF_VALID_MS, NOW_MS)).toBe(false);
});

it('asks nobody, operators, or everybody', () => {
  const asked = (roles: Parameters<typeof needsStepUp>[1]) =>
    STEP_UP_REQUIREMENTS.filter((requirement) => needsStepUp(requirement, roles));
  expect(asked(['operator', 'publisher'])).toEqual(['operators', 'everybody']);
  expect(asked(['publisher', 'advertiser'])).toEqual(['everybody']);
  expect(asked([])).toEqual(['everybody']);
});
