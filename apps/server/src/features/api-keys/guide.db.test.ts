import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveKey } from '../../http/testing/give-key.ts';
import { type Answer, createTestApi, type TestApi } from '../../http/testing/test-api.ts';

const GUIDE = readFileSync(new URL('../../../../../docs/api-keys.md', import.meta.url), 'utf8');

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

/** The words of a line as a shell makes them: in single quotes as they are, else with its variables. */
function shellWords(line: string, variables: Readonly<Record<string, string>>): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    const parts = [...word.matchAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g)];
    words.push(
      parts
        .map(([, plain, quoted, bare]) =>
          plain === undefined
            ? (quoted ?? bare ?? '').replace(
                /\$([A-Z_]+)/g,
                (_, name: string) => variables[name] ?? `$${name}`,
              )
            : plain,
        )
        .join(''),
    );
  }
  return words;
}

/**
 * Calls what a `curl` of the guide calls.
 * @param input what the command before it gave it to read
 */
async function curl(words: readonly string[], input: string | undefined): Promise<Answer> {
  const headers: Record<string, string> = {};
  let path = '';
  let body: string | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-H') {
      at += 1;
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(words[at] ?? '') ?? [];
      headers[name.toLowerCase()] = value;
    } else if (word === '-d') {
      at += 1;
      body = words[at] === '@-' ? input : words[at];
    } else if (word !== '-s') path = word.replace('http://placard.test/api', '');
  }
  return await api.call(body === undefined ? 'GET' : 'POST', path, {
    headers,
    ...(body === undefined ? {} : { body: JSON.parse(body) }),
  });
}

/** What the guide has `jq` make of a file: its text as `csv`, and a mode where it names one. */
function jq(command: string, file: string): string {
  const [, , mode] = /^jq -Rs '\{csv: \.(, mode: "(\w+)")?\}' campaigns\.csv$/.exec(command) ?? [];
  return JSON.stringify({ csv: file, ...(mode === undefined ? {} : { mode }) });
}

type Command = { readonly filter: string | undefined; readonly curl: string; readonly keeps: boolean };

/** The calls of a block: one a line, each perhaps behind a `jq`, its answer perhaps kept in a file. */
function commandsOf(block: string): Command[] {
  return block
    .trim()
    .replaceAll(/\|\n\s*/g, '| ')
    .split(/\n(?=curl |jq )/)
    .map((line) => {
      const [before = '', behind] = line.split(' | ');
      const call = behind ?? before;
      return {
        filter: behind === undefined ? undefined : before,
        curl: call.replace(' > campaigns.csv', ''),
        keeps: call.endsWith(' > campaigns.csv'),
      };
    });
}

it('each call of the guide does what it says, in its order', async () => {
  const user = await api.user({ firstName: 'Ada' });
  const variables: Record<string, string> = {
    PLACARD: 'http://placard.test',
    KEY: await giveKey(api, user, ['read', 'work']),
    PAYING_KEY: await giveKey(api, user, ['money']),
  };
  const blocks = [...GUIDE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const answers: Answer[] = [];
  let file = '';
  for (const command of blocks.filter((each) => /^(curl|jq) /.test(each)).flatMap(commandsOf)) {
    const input = command.filter === undefined ? undefined : jq(command.filter, file);
    const answer = await curl(shellWords(command.curl, variables), input);
    expect([command, answer.status, answer.error]).toEqual([command, 200, undefined]);
    if (command.keeps) {
      file = answer.raw.toString();
      continue;
    }
    const made = answer.data as { campaignId?: number; adSetId?: number };
    if (made.campaignId !== undefined) variables.CAMPAIGN = String(made.campaignId);
    if (made.adSetId !== undefined) variables.AD_SET = String(made.adSetId);
    answers.push(answer);
  }
  const [profile, , creative, , campaign, checked, saved, deposit] = answers.map(({ data }) => data);
  expect(answers).toHaveLength(8);
  expect(profile).toMatchObject({ firstName: 'Ada', accountId: user.accountId });
  expect(creative).toMatchObject({ name: 'Box', adSets: [{ name: 'Germany' }] });
  expect(campaign).toMatchObject({ name: 'Lanterns', status: 'pending', adSetCount: 1, creativeCount: 1 });
  expect(checked).toMatchObject({ applied: false });
  expect(saved).toMatchObject({ applied: true });
  expect(deposit).toMatchObject({ amount: 50, status: 'pending' });
});
