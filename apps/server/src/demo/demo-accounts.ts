import type { Role } from '@placard/domain/roles';

/** Satisfies the rules for passwords; everybody may know it, for the demo holds nothing. */
export const DEMO_PASSWORD = 'Placard-Demo-1';

export type DemoAccountKey = keyof typeof DEMO_ACCOUNTS;

type AccountPlan = {
  readonly email: string;
  readonly company: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  readonly timeZone: string;
};

/** Companies, no persons. PRINTED_ACCOUNTS are printed at the start. */
export const DEMO_ACCOUNTS = {
  operator: {
    email: 'operator@demo.example',
    company: 'Placard Demo Network',
    firstName: 'Network',
    lastName: 'Desk',
    roles: ['operator'],
    timeZone: 'UTC',
  },
  deputy: {
    email: 'deputy@demo.example',
    company: 'Placard Demo Network',
    firstName: 'Deputy',
    lastName: 'Desk',
    roles: ['operator'],
    timeZone: 'UTC',
  },
  northlight: {
    email: 'advertiser@demo.example',
    company: 'Northlight Lamps',
    firstName: 'Northlight',
    lastName: 'Marketing',
    roles: ['advertiser'],
    timeZone: 'Europe/Berlin',
  },
  harbour: {
    email: 'publisher@demo.example',
    company: 'Harbour News',
    firstName: 'Harbour',
    lastName: 'Newsroom',
    roles: ['publisher'],
    timeZone: 'Europe/London',
  },
  kitchentable: {
    email: 'both@demo.example',
    company: 'Kitchen Table',
    firstName: 'Kitchen Table',
    lastName: 'Studio',
    roles: ['advertiser', 'publisher'],
    timeZone: 'Europe/Paris',
  },
  brightleaf: {
    email: 'brightleaf@demo.example',
    company: 'Brightleaf Tea',
    firstName: 'Brightleaf',
    lastName: 'Growth',
    roles: ['advertiser'],
    timeZone: 'America/New_York',
  },
  ferrybank: {
    email: 'ferrybank@demo.example',
    company: 'Ferrybank',
    firstName: 'Ferrybank',
    lastName: 'Brand',
    roles: ['advertiser'],
    timeZone: 'Europe/London',
  },
  trailhead: {
    email: 'trailhead@demo.example',
    company: 'Trailhead Journal',
    firstName: 'Trailhead',
    lastName: 'Editors',
    roles: ['publisher'],
    timeZone: 'America/Denver',
  },
} as const satisfies Record<string, AccountPlan>;

export const PRINTED_ACCOUNTS = ['operator', 'northlight', 'harbour', 'kitchentable'] as const;
