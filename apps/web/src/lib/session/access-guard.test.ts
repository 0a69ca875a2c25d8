import { describe, expect, it } from 'vitest';
import { judgeAccess, PASS, type RouteAccess, type Visitor } from './access-guard.ts';

const guest: Visitor = { authenticated: false, roles: [] };
const advertiser: Visitor = { authenticated: true, roles: ['advertiser'] };
const publisher: Visitor = { authenticated: true, roles: ['publisher'] };
const operator: Visitor = { authenticated: true, roles: ['operator'] };
const either: RouteAccess = { kind: 'anyRole', roles: ['advertiser', 'publisher'] };
const wanted = '/advertiser/campaigns?page=2#top';

describe('judgeAccess', () => {
  it('leads who has to set up a second factor there, from wherever, and nowhere else', () => {
    const waiting: Visitor = { ...operator, mustEnrol: true };
    for (const access of [either, { kind: 'role', role: 'operator' }, { kind: 'guest' }] as const) {
      expect(judgeAccess(access, waiting, wanted)).toEqual({ pass: false, to: '/two-factor' });
    }
    expect(judgeAccess({ kind: 'signedIn' }, waiting, '/two-factor')).toBe(PASS);
    expect(judgeAccess({ kind: 'any' }, waiting, '/invite')).toBe(PASS);
    expect(judgeAccess({ kind: 'signedIn' }, guest, wanted)).toEqual({ pass: false, to: '/login', wanted });
  });

  it('sends a guest to login and keeps the full path, whatever else the route asks', () => {
    for (const access of [{ kind: 'signedIn' }, { kind: 'role', role: 'advertiser' }, either] as const) {
      expect(judgeAccess(access, guest, wanted)).toEqual({ pass: false, to: '/login', wanted });
    }
  });

  it('sends a signed-in visitor of a guest page to the dashboard', () => {
    expect(judgeAccess({ kind: 'guest' }, advertiser, '/login')).toEqual({ pass: false, to: '/dashboard' });
    expect(judgeAccess({ kind: 'guest' }, guest, '/login')).toBe(PASS);
  });

  it('sends somebody without the role to the dashboard', () => {
    expect(judgeAccess({ kind: 'role', role: 'advertiser' }, publisher, wanted)).toEqual({
      pass: false,
      to: '/dashboard',
    });
    expect(judgeAccess({ kind: 'role', role: 'advertiser' }, advertiser, wanted)).toBe(PASS);
  });

  it('asks for any of several roles', () => {
    expect(judgeAccess(either, publisher, wanted)).toBe(PASS);
    expect(judgeAccess(either, operator, wanted)).toEqual({ pass: false, to: '/operator' });
  });

  it('keeps an operator without the other roles out of the dashboard that would refuse them again', () => {
    expect(judgeAccess({ kind: 'role', role: 'publisher' }, operator, wanted)).toEqual({
      pass: false,
      to: '/operator',
    });
    expect(
      judgeAccess({ kind: 'role', role: 'publisher' }, { authenticated: true, roles: [] }, wanted),
    ).toEqual({
      pass: false,
      to: '/not-found',
    });
  });

  it('lets anybody into open pages', () => {
    expect(judgeAccess({ kind: 'any' }, guest, '/not-found')).toEqual({ pass: true });
    expect(judgeAccess({ kind: 'any' }, operator, '/not-found')).toBe(PASS);
  });
});
