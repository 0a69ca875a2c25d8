import { describe, expect, it } from 'vitest';
import {
  addressOf,
  type TrafficField,
  TrafficRules,
  type TrafficSigns,
  trafficValue,
} from './traffic-rule.ts';

const SIGNS: TrafficSigns = {
  network: addressOf('203.0.113.7'),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156',
  pageHost: 'www.lights.example',
  websiteDomain: 'lights.example',
  country: 'DE',
};
const filters = (field: TrafficField, value: string, signs: Partial<TrafficSigns> = {}) =>
  new TrafficRules([{ id: 1, field, value }]).filters({ ...SIGNS, ...signs });

describe('a traffic rule', () => {
  it('filters by the network of the address', () => {
    expect(filters('network', '203.0.113.0/24')).toBe(true);
    expect(filters('network', '203.0.112.0/24')).toBe(false);
    expect(filters('network', '203.0.113.0/24', { network: null })).toBe(false);
  });

  it('filters by a part of the user agent, however it is written', () => {
    expect(filters('user_agent', 'headlesschrome')).toBe(true);
    expect(filters('user_agent', 'HEADLESSCHROME/156')).toBe(true);
    expect(filters('user_agent', 'firefox')).toBe(false);
  });

  it('filters by domains with what is below them, and not what only ends alike', () => {
    expect(filters('page_domain', 'lights.example')).toBe(true);
    expect(filters('page_domain', 'ights.example')).toBe(false);
    expect(filters('page_domain', 'lights.example', { pageHost: '' })).toBe(false);
    expect(filters('website_domain', 'lights.example')).toBe(true);
    expect(filters('website_domain', 'news.example')).toBe(false);
    // As browsers show it; what is below it is another website.
    expect(filters('website_domain', 'www.lights.example')).toBe(true);
    expect(filters('website_domain', 'www.lights.example', { websiteDomain: 'a.lights.example' })).toBe(
      false,
    );
  });

  it('filters by country, and never what is of none', () => {
    expect(filters('country', 'DE')).toBe(true);
    expect(filters('country', 'FR')).toBe(false);
    expect(filters('country', 'DE', { country: '' })).toBe(false);
  });

  it('filters nothing where there is none, and names all that do', () => {
    expect(new TrafficRules([]).filters(SIGNS)).toBe(false);
    const rules = new TrafficRules([
      { id: 4, field: 'country', value: 'DE' },
      { id: 5, field: 'country', value: 'FR' },
      { id: 6, field: 'user_agent', value: 'linux' },
    ]);
    expect(rules.filteredBy(SIGNS)).toEqual([4, 6]);
  });
});

describe('the value of a rule', () => {
  it('is kept in one way', () => {
    expect(trafficValue('network', ' 203.0.113.9/24 ')).toEqual({ value: '203.0.113.0/24' });
    expect(trafficValue('country', 'de')).toEqual({ value: 'DE' });
    expect(trafficValue('page_domain', 'Lights.Example.com')).toEqual({ value: 'lights.example.com' });
  });

  it('is refused beyond its bounds, on either side', () => {
    expect(trafficValue('network', '3.0.0.0/8')).toEqual({ value: '3.0.0.0/8' });
    expect(trafficValue('network', '2.0.0.0/7')).toEqual({ issue: 'traffic_network_wide' });
    expect(trafficValue('network', '2001::/16')).toHaveProperty('value');
    expect(trafficValue('network', '2001::/15')).toEqual({ issue: 'traffic_network_wide' });
    expect(trafficValue('network', 'shop')).toEqual({ issue: 'traffic_network_invalid' });
    expect(trafficValue('user_agent', 'abc')).toEqual({ value: 'abc' });
    expect(trafficValue('user_agent', ' ab ')).toEqual({ issue: 'traffic_agent_length' });
    expect(trafficValue('user_agent', 'a'.repeat(120))).toHaveProperty('value');
    expect(trafficValue('user_agent', 'a'.repeat(121))).toEqual({ issue: 'traffic_agent_length' });
    expect(trafficValue('country', 'XX')).toEqual({ issue: 'traffic_country_invalid' });
    expect(trafficValue('page_domain', ' Shop.example/ ')).toEqual({ value: 'shop.example' });
    expect(trafficValue('website_domain', 'no domain')).toEqual({ issue: 'traffic_domain_invalid' });
  });
});
