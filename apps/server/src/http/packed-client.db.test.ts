import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '@placard/contract/contract';
import { KEY_SCOPES } from '@placard/domain/account/api-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveKey } from './testing/give-key.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
/** So many calls a minute, and its program needs fewer before it tries for one too many. */
const CALLS = 20;

/** A project of somebody else: outside of the checkout, and with nothing but the tarball. */
let project: string;
let installed: string;

type Ran = { readonly code: number; readonly said: string };
async function run(program: string, words: readonly string[], folder = project): Promise<Ran> {
  return await new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: project } };
    execFile(program, words, options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, said: stdout + stderr }),
    );
  });
}
const node = async (...words: string[]) => await run(process.execPath, words);

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'placard-project-'));
  const tooling = join(ROOT, 'tooling/src/client/main-client.ts');
  const packed = await node(tooling, 'pack', '--version', '7.8.9', '--out', join(project, 'out'));
  expect(packed).toMatchObject({ code: 0 });
  expect(readdirSync(join(project, 'out'))).toEqual(['placard-client-7.8.9.tgz']);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const words = ['install', '--offline', '--no-audit', '--no-fund', './out/placard-client-7.8.9.tgz'];
  expect(await run('npm', words)).toMatchObject({ code: 0 });
  installed = join(project, 'node_modules/@placard/client');
});
afterAll(() => rmSync(project, { recursive: true }));

/** Compiles a program of the project as strictly as there is, and what else lies beside it. */
async function compile(name: string, text: string, options: object = {}, beside = {}): Promise<Ran> {
  const folder = join(project, name);
  mkdirSync(folder);
  for (const [file, content] of Object.entries({ program: text, ...beside }))
    writeFileSync(join(folder, `${file}.ts`), String(content));
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    types: [],
    module: 'NodeNext',
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  return await node(TSC, '-p', folder);
}

const PROGRAM = `
import { type Campaign, campaigns, createClient, type InputOf, payments, PlacardError } from '@placard/client';

declare const process: { readonly argv: readonly string[] };
const [, , url = '', apiKey = ''] = process.argv;
const waits: number[] = [];
const wait = async (ms: number) => void waits.push(ms);
const placard = createClient({ url, apiKey, wait });

const wanted: InputOf<typeof campaigns.create> = {
  requestKey: 'spring-2026',
  campaign: { name: 'Spring', objective: 'TRAFFIC', totalBudget: 10, dailyBudget: null, startDate: '2026-03-10', endDate: null },
  adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null, devices: ['mobile'] },
};
const { campaignId } = await placard.call(campaigns.create, wanted);
const again = await placard.call(campaigns.create, wanted);
const campaign: Campaign = await placard.call(campaigns.get, { id: campaignId });
const names: string[] = [];
for await (const { name, status } of placard.each(campaigns.list)) names.push(name + ' ' + status);

const profile = { name: 'Bank', details: { type: 'paypal' as const, paypalEmail: 'ada@example.com' } };
for (let times = 0; times < 2; times += 1)
  await placard.call(payments.createProfile, profile, { idempotencyKey: 'profile' });
const { items: profiles } = await placard.call(payments.profiles);

async function refusal(work: Promise<unknown>) {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PlacardError)) throw error;
    return { status: error.status, code: error.code, issues: error.issues, after: error.retryAfterSeconds };
  }
}
const wrong = await refusal(
  placard.call(campaigns.create, { ...wanted, requestKey: 'less-2026', campaign: { ...wanted.campaign, totalBudget: -1 } }),
);
const impatient = createClient({ url, apiKey, retries: 0 });
let limited: unknown;
for (let calls = 0; calls < ${CALLS}; calls += 1) limited = await refusal(impatient.call(campaigns.get, { id: campaignId }));
await refusal(placard.call(campaigns.get, { id: campaignId }));

console.log(JSON.stringify({
  same: again.campaignId === campaignId, name: campaign.name, names, profiles: profiles.length, wrong, limited, waits,
}));
`;

/** Each line by itself is wrong, by what the compiler says of it. */
const WRONG: readonly (readonly [string, RegExp])[] = [
  [`await placard.call(campaigns.publish, { id: 1 });`, /'publish' does not exist/],
  [`await placard.call(campaigns.get, { id: '1' });`, /'string' is not assignable to type 'number'/],
  [`await placard.call(campaigns.get, { number: 1 });`, /'number' does not exist/],
  [`await placard.call(campaigns.get);`, /Expected 2-3 arguments/],
  [`await placard.call(campaigns.act, { id: 1, action: 'begin' });`, /'"begin"' is not assignable/],
  [`(await placard.call(campaigns.get, { id: 1 })).title;`, /'title' does not exist/],
  [`(await placard.call(campaigns.get, { id: 1 })).status === 'gone';`, /no overlap/],
  [`for await (const { title } of placard.each(campaigns.list)) title;`, /'title' does not exist/],
  [`placard.each(campaigns.get, { id: 1 });`, /not assignable to parameter/],
  [`await placard.call(notThere.list);`, /Cannot find name 'notThere'/],
];

function readmeProgram(): string {
  const [, program = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(installed, 'README.md'), 'utf8')) ?? [];
  return program;
}

let compiledForNode: Promise<Ran> | undefined;
/** The program and the readme's, at once: a compiler reads all that they lean on each time. */
function forNode(): Promise<Ran> {
  const node = 'declare const process: { readonly env: Readonly<Record<string, string | undefined>> };';
  compiledForNode ??= compile('program', PROGRAM, {}, { readme: `${node}\n${readmeProgram()}` });
  return compiledForNode;
}

describe('the packed client', () => {
  it('is JavaScript and types alone, with licence and readme, and leans on nothing', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ version: '7.8.9', license: 'Apache-2.0', engines: { node: '>=20' } });
    expect(Object.keys(manifest).filter((name) => /dependencies|private|scripts/i.test(name))).toEqual([]);
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const files = readdirSync(join(installed, 'dist'));
    expect(files.filter((name) => !/\.(js|d\.ts)$/.test(name))).toEqual([]);
    expect(files.filter((name) => /^placard\./.test(name)).sort()).toEqual(['placard.d.ts', 'placard.js']);
    for (const name of files) {
      const text = readFileSync(join(installed, 'dist', name), 'utf8');
      const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, specifier = '']) => specifier);
      expect([name, imported.filter((specifier) => !/^\.\/[\w-]+\.js$/.test(specifier))]).toEqual([name, []]);
    }
  });

  it('has a readme whose program compiles', async () => {
    expect([readmeProgram().includes('createClient'), await forNode()]).toEqual([
      true,
      { code: 0, said: '' },
    ]);
  });

  it('has every operation of the contract', async () => {
    const own = (await import(join(installed, 'dist/placard.js'))) as Record<string, Record<string, unknown>>;
    const operations = Object.entries(contract).map(([group, of]) => [
      group,
      Object.fromEntries(
        Object.entries(of).map(([name, { '~orpc': procedure }]) => [
          name,
          expect.objectContaining({
            method: procedure.route.method,
            path: procedure.route.path,
            once: procedure.meta.idempotent !== undefined,
          }),
        ]),
      ),
    ]);
    for (const [group, wanted] of operations) expect(own[String(group)]).toEqual(wanted);
  });

  it('refuses what does not fit, where it is compiled', async () => {
    const head = `import { campaigns, createClient } from '@placard/client';\nconst placard = createClient({ url: '', apiKey: '' });\n`;
    const lines = WRONG.map(([line]) => line).join('\n');
    const { said } = await compile('wrong', `${head}${lines}\n`, { noEmit: true });
    for (const [place, [line, says]] of WRONG.entries()) {
      const faults = said.split('\n').filter((each) => each.includes(`program.ts(${place + 3},`));
      expect([line, faults.length]).toEqual([line, 1]);
      expect(faults[0]).toMatch(says);
    }
    expect(said.match(/error TS/g)).toHaveLength(WRONG.length);
  });
});

/** An image is any Blob to it, a File to the contract; words for reasons are all there, which JSON schemas of records don't say. */
const WIDER = ['creatives.uploadImage', 'operator.updateSettings'];

it('takes nothing that the contract does not, and answers with all that it says', async () => {
  const names = Object.entries(contract).flatMap(([group, of]) =>
    Object.keys(of).map((name) => [group, name] as const),
  );
  expect(names.length).toBeGreaterThan(250);
  const lines = names.flatMap(([group, name], place) => {
    const ours = `NonNullable<GroupOf<'${group}'>['${name}']['types']>`;
    const packed = `packed.${group}.${name}`;
    const input = `export const i${place}: ${ours}['input'] = {} as NonNullable<packed.InputOf<typeof ${packed}>>;`;
    const output = `export const o${place}: packed.OutputOf<typeof ${packed}> = {} as ${ours}['output'];`;
    return WIDER.includes(`${group}.${name}`) ? [output] : [input, output];
  });
  const head = `import type { GroupOf } from '${join(ROOT, 'packages/client/src/group-of.ts')}';\nimport * as packed from '@placard/client';\n`;
  const options = {
    noEmit: true,
    allowImportingTsExtensions: true,
    // Ours leans on libraries that check themselves.
    skipLibCheck: true,
    noUncheckedIndexedAccess: true,
    lib: ['ES2024', 'DOM'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  expect(await compile('types', `${head}${lines.join('\n')}\n`, options)).toEqual({ code: 0, said: '' });
});

describe('a program of somebody else', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ callsPerMinute: CALLS });
    await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => await api.close());

  it('compiles for Node and for bundlers, and calls a running server', async () => {
    const bundled = { module: 'ESNext', moduleResolution: 'bundler', noEmit: true };
    expect([await compile('bundled', PROGRAM, bundled), await forNode()]).toEqual([
      { code: 0, said: '' },
      { code: 0, said: '' },
    ]);
    const owner = await api.user({ roles: ['advertiser', 'publisher'] });
    const key = await giveKey(api, owner, KEY_SCOPES);
    const { port } = api.app.server.address() as AddressInfo;
    const ran = await node(join(project, 'program/program.js'), `http://127.0.0.1:${port}/`, key);
    expect(ran.code, ran.said).toBe(0);
    const { limited, waits, ...told } = JSON.parse(ran.said) as {
      limited: { status: number; code: string; after: number };
      waits: number[];
    };
    expect(told).toEqual({
      same: true,
      name: 'Spring',
      names: ['Spring paused'],
      profiles: 1,
      wrong: {
        status: 422,
        code: 'invalid_input',
        issues: [
          {
            path: 'campaign.totalBudget',
            code: expect.any(String),
            message: expect.any(String),
            value: expect.any(String),
          },
        ],
        after: null,
      },
    });
    expect(limited).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(limited.after).toBeGreaterThan(0);
    // As often as it tries again it waits for as long as it was told.
    expect(waits).toHaveLength(3);
    for (const ms of waits) expect(ms).toBeGreaterThan(0);
    expect(waits.every((ms) => ms % 1_000 === 0 && ms <= limited.after * 1_000)).toBe(true);
  });
});
