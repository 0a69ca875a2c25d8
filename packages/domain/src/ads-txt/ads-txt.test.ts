import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeAdsTxt } from './merge.ts';
import {
  ADS_TXT_MAX_LINE_LENGTH,
  ADS_TXT_MAX_LINES,
  ADS_TXT_STEP_LINES,
  adsTxtSteps,
  parseAdsTxt,
} from './parse.ts';
import { ADS_TXT_RARELY_MS, adsTxtPauseMs } from './schedule.ts';
import { adsTxtLineOf, judgeAdsTxt, sellerIdOf } from './verdict.ts';

const ours = { domain: 'ads.network.example', sellerId: sellerIdOf(7) };
const line = adsTxtLineOf(ours);
const judge = (text: string) => judgeAdsTxt({ kind: 'file', file: parseAdsTxt(text) }, ours);

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const domain = fc.tuple(label, label).map(([a, b]) => `${a}.${b}x`);
const record = fc.record({
  domain,
  accountId: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
  relationship: fc.constantFrom('DIRECT' as const, 'RESELLER' as const),
  authorityId: fc.option(fc.stringMatching(/^[a-f0-9]{16}$/)),
});
const ending = fc.constantFrom('\n', '\r', '\r\n');
const space = fc.constantFrom('', ' ', '\t', '  ');
const garbage = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom('# comment', ';ext', '=', ',,,', 'CONTACT=', 'a.b,c', line.toUpperCase(), '\uFEFF'),
);

describe('parseAdsTxt', () => {
  it('reads back whatever was written, in any case, spacing, ending, with comments and extensions', () => {
    const tail = fc.constantFrom('', ' # note, DIRECT', ';x=1', ' ; a, b # c');
    const style = fc.record({ space, upper: fc.boolean(), tail });
    fc.assert(
      fc.property(fc.array(fc.tuple(record, style)), ending, fc.boolean(), (lines, eol, bom) => {
        const text = lines.map(([one, how]) => {
          const name = how.upper ? one.domain.toUpperCase() : one.domain;
          const kind = how.upper ? one.relationship.toLowerCase() : one.relationship;
          const fields = [name, one.accountId, kind, ...(one.authorityId === null ? [] : [one.authorityId])];
          return how.space + fields.join(`${how.space},${how.space}`) + how.space + how.tail;
        });
        const file = parseAdsTxt((bom ? '\uFEFF' : '') + text.join(eol));
        expect(file.invalid).toEqual([]);
        expect(file.records).toEqual(lines.map(([one], index) => ({ line: index + 1, ...one })));
      }),
    );
  });

  it('never throws, and accounts for every line', () => {
    fc.assert(
      fc.property(fc.array(garbage), ending, (lines, eol) => {
        const file = parseAdsTxt(lines.join(eol));
        for (const found of [...file.records, ...file.invalid]) expect(found.line).toBeGreaterThan(0);
      }),
    );
  });

  it('reads variables by the rules of 1.1', () => {
    const file = parseAdsTxt(
      [
        'contact = ads@example.com # us',
        'CONTACT=https://example.com/?a=b,c',
        'SUBDOMAIN=Blog.Example.com',
        'subdomain=blog.example.com',
        'OWNERDOMAIN=first.example',
        'OWNERDOMAIN=second.example',
        'MANAGERDOMAIN=everywhere.example',
        'MANAGERDOMAIN=germany.example, de',
        'MANAGERDOMAIN=later.example,DE',
        'MANAGERDOMAIN=bad.example,DEU',
        'INVENTORYPARTNERDOMAIN=bücher.example',
        'FUTURE=whatever',
        'OWNERDOMAIN=not a domain',
        'CONTACT=',
      ].join('\n'),
    );
    expect(file).toMatchObject({
      contacts: ['ads@example.com', 'https://example.com/?a=b,c'],
      subdomains: ['blog.example.com'],
      ownerDomain: 'first.example',
      managerDomains: [
        { domain: 'everywhere.example', country: null },
        { domain: 'germany.example', country: 'DE' },
      ],
      inventoryPartnerDomains: ['xn--bcher-kva.example'],
      records: [],
    });
    expect(file.invalid.map((one) => [one.line, one.fault])).toEqual([
      [10, 'variable_invalid'],
      [13, 'variable_invalid'],
      [14, 'variable_invalid'],
    ]);
  });

  it.each([
    ['ads.network.example', 'not_a_record'],
    ['ads.network.example, 1', 'not_a_record'],
    ['network, 1, DIRECT', 'domain_invalid'],
    ['https://ads.network.example, 1, DIRECT', 'domain_invalid'],
    ['ads.network.example, , DIRECT', 'account_missing'],
    ['ads.network.example, 1, BOTH', 'relationship_invalid'],
    ['ads.network.example 1 DIRECT', 'not_a_record'],
    ['<!doctype html>', 'not_a_record'],
    [`ads.network.example, 1, DIRECT, ${'x'.repeat(ADS_TXT_MAX_LINE_LENGTH)}`, 'line_too_long'],
  ])('%s is no line: %s', (text, fault) => {
    const file = parseAdsTxt(`${text}\n${line}`);
    expect(file.invalid.map((one) => one.fault)).toEqual([fault]);
    expect(file.records).toHaveLength(1);
  });

  it('reads so many lines and no more, quickly', () => {
    const file = parseAdsTxt(`${line}\n`.repeat(ADS_TXT_MAX_LINES + 10));
    expect([file.cut, file.records.length]).toEqual([true, ADS_TXT_MAX_LINES]);
  });
});

describe('judgeAdsTxt', () => {
  it('looks for domain and type in any case, the id exactly', () => {
    expect(judge('ADS.Network.example,pub-7,direct')).toMatchObject({ result: 'ok', line: 1 });
    expect(judge('ads.network.example,PUB-7,DIRECT')).toMatchObject({
      result: 'missing_line',
      nearMisses: [{ line: 1, why: 'account_case' }],
    });
    expect(judge('ads.network.example,pub-7,RESELLER').nearMisses).toEqual([{ line: 1, why: 'reseller' }]);
    expect(judge('ads.network.example,pub-70,DIRECT').nearMisses).toEqual([
      { line: 1, why: 'other_account' },
    ]);
    expect(judge('network.example,pub-7,DIRECT')).toEqual({
      result: 'missing_line',
      line: null,
      nearMisses: [],
    });
  });

  it('knows nothing after a failure, and that nothing is declared after 404', () => {
    expect(judgeAdsTxt({ kind: 'failed' }, ours).result).toBe('unknown');
    expect(judgeAdsTxt({ kind: 'absent' }, ours).result).toBe('missing_line');
  });

  it('finds the line among anything', () => {
    fc.assert(
      fc.property(fc.array(garbage), fc.array(garbage), ending, (before, after, eol) => {
        const clean = (lines: string[]) => lines.map((one) => one.replace(/[\r\n]/g, ''));
        const text = [...clean(before), line, ...clean(after)].join(eol);
        expect(judge(text).result).toBe('ok');
      }),
    );
  });
});

describe('mergeAdsTxt', () => {
  it('adds the line once, keeps all that was there, and needs no second time', () => {
    const content = fc.array(
      fc.oneof(
        garbage,
        record.map((one) => `${one.domain},${one.accountId},DIRECT`),
      ),
    );
    fc.assert(
      fc.property(content, ending, (lines, eol) => {
        const text = lines.join(eol);
        const merged = mergeAdsTxt(text, ours);
        expect(judge(merged.text).result).toBe('ok');
        expect(mergeAdsTxt(merged.text, ours)).toEqual({ text: merged.text, added: [] });
        const [added] = merged.added;
        if (added === undefined) return expect(merged.text).toBe(text);
        const after = merged.text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
        expect(after.splice(added - 1, 1)).toEqual([line]);
        const before = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
        expect(after.slice(0, before.length)).toEqual(before);
      }),
    );
  });

  it('stands after our own domain’s lines, else after the last record, else at the end', () => {
    expect(mergeAdsTxt('', ours)).toEqual({ text: `${line}\n`, added: [1] });
    expect(mergeAdsTxt('# mine\r\n\r\n', ours)).toEqual({ text: `# mine\r\n${line}\r\n\r\n`, added: [2] });
    const other = 'x.example, 1, DIRECT';
    expect(mergeAdsTxt(`${other}\nCONTACT=a@b.example`, ours)).toEqual({
      text: `${other}\n${line}\nCONTACT=a@b.example\n`,
      added: [2],
    });
    expect(mergeAdsTxt(`ads.network.example, pub-8, DIRECT\n${other}\n`, ours).added).toEqual([2]);
  });
});

it('is due daily, sooner after a failure, and ever more rarely after many', () => {
  const hours = [0, 1, 2, 3, 4, 5].map((streak) => adsTxtPauseMs(streak) / 3_600_000);
  expect(hours).toEqual([24, 1, 2, 4, 8, 16]);
  expect(adsTxtPauseMs(1_000)).toBe(ADS_TXT_RARELY_MS);
});

describe('a long file', () => {
  const subdomains = (count: number) =>
    Array.from({ length: count }, (_, index) => `SUBDOMAIN=s${index}.example.com`).join('\n');

  it.each([
    [ADS_TXT_STEP_LINES, 0],
    [ADS_TXT_STEP_LINES + 1, 1],
    [ADS_TXT_MAX_LINES, ADS_TXT_MAX_LINES / ADS_TXT_STEP_LINES - 1],
    [ADS_TXT_MAX_LINES * 2, ADS_TXT_MAX_LINES / ADS_TXT_STEP_LINES - 1],
  ])('of %i lines is read in steps, with %i breaths between them', (lines, breaths) => {
    expect([...adsTxtSteps(subdomains(lines))]).toHaveLength(breaths);
  });

  it('names each domain once, however many there are', () => {
    const { subdomains: named, cut } = parseAdsTxt(`${subdomains(25_000)}\n${subdomains(25_000)}`);
    expect([named.length, cut]).toEqual([25_000, false]);
  });
});
