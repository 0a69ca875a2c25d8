import { expect, it } from 'vitest';
import { ROLE_OBSTACLES, type RoleFacts, roleObstacles } from './role-obstacles.ts';

const nothing: RoleFacts = {
  runningCampaigns: 0,
  openDeposits: 0,
  walletMicros: 9_999n,
  runningWebsites: 0,
  openPayouts: 0,
  unpaidMicros: 9_999n,
};
const advertising = { runningCampaigns: 1, openDeposits: 1, walletMicros: 10_000n };
const publishing = { runningWebsites: 1, openPayouts: 1, unpaidMicros: 10_000n };

it('nothing is in the way of a role that nothing is left of, but less than a cent', () => {
  expect([roleObstacles(nothing, 'advertiser'), roleObstacles(nothing, 'publisher')]).toEqual([[], []]);
});

it('what runs and what is held is in the way of its own role only', () => {
  const advertiser = { ...nothing, ...advertising };
  expect(roleObstacles(advertiser, 'advertiser')).toEqual(ROLE_OBSTACLES.advertiser);
  expect(roleObstacles(advertiser, 'publisher')).toEqual([]);
  const publisher = { ...nothing, ...publishing };
  expect(roleObstacles(publisher, 'publisher')).toEqual(ROLE_OBSTACLES.publisher);
  expect(roleObstacles(publisher, 'advertiser')).toEqual([]);
});

it('each is in the way by itself', () => {
  for (const [fact, value] of Object.entries(advertising)) {
    expect(roleObstacles({ ...nothing, [fact]: value }, 'advertiser')).toHaveLength(1);
  }
  for (const [fact, value] of Object.entries(publishing)) {
    expect(roleObstacles({ ...nothing, [fact]: value }, 'publisher')).toHaveLength(1);
  }
});
