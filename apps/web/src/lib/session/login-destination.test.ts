import { describe, expect, it } from 'vitest';
import { loginDestination, newcomerDestination, sameOriginPath, workspaceFor } from './login-destination.ts';

const origin = 'https://ads.example';

describe('sameOriginPath', () => {
  it('keeps path, query and fragment of our own origin', () => {
    expect(sameOriginPath('/publisher/report?range=30d#chart', origin)).toBe(
      '/publisher/report?range=30d#chart',
    );
    expect(sameOriginPath('https://ads.example/account', origin)).toBe('/account');
  });

  it.each([
    'https://evil.example/account',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://ads.example/account',
    'https://ads.example:8443/account',
    'https://ads.example@evil.example/',
    '/.//evil.example',
    'http://[',
    '',
    undefined,
  ])('refuses %s', (redirect) => {
    expect(sameOriginPath(redirect, origin)).toBeNull();
  });

  it('does not lead back to login', () => {
    expect(sameOriginPath('/login?redirect=/x', origin)).toBeNull();
  });
});

describe('workspaceFor', () => {
  it('follows the account type where the role is held, else opens the other workspace', () => {
    expect(workspaceFor('publisher', ['advertiser', 'publisher'])).toBe('publisher');
    expect(workspaceFor('publisher', ['advertiser'])).toBe('advertiser');
    expect(workspaceFor('advertiser', ['operator'])).toBe('operator');
  });
});

describe('loginDestination', () => {
  it('prefers the kept path', () => {
    expect(loginDestination({ redirect: '/account', origin, workspace: 'advertiser' })).toBe('/account');
  });

  it('leads advertisers to campaigns, publishers to the dashboard, operators to the console', () => {
    const redirect = 'https://evil.example';
    expect(loginDestination({ redirect, origin, workspace: 'advertiser' })).toBe('/advertiser/campaigns');
    expect(loginDestination({ redirect, origin, workspace: 'publisher' })).toBe('/dashboard');
    expect(loginDestination({ redirect: undefined, origin, workspace: 'operator' })).toBe('/operator');
  });

  it('has somebody new start where the first steps are', () => {
    expect(newcomerDestination('advertiser')).toBe('/dashboard');
    expect(newcomerDestination('publisher')).toBe('/dashboard');
    expect(newcomerDestination('operator')).toBe('/operator');
  });
});
