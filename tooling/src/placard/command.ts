import { type Client, type ClientOptions, createClient } from '@placard/client/client';
import { auth, operator, reconciliation } from '@placard/client/operations';
import { PlacardError } from '@placard/client/placard-error';
import { CallFault, readCall, unknownName, WRONG_CALL } from '@placard/db/process/command-call';
import { commandLine } from '@placard/db/process/commands';
import { dashboardAddressFault } from '@placard/db/process/public-address';
import { ROLES, type Role } from '@placard/domain/roles';

export type Terminal = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What was asked for, so that it can be piped on. */
  readonly out: (text: string) => void;
  /** What a person should know. */
  readonly say: (text: string) => void;
  readonly fetch?: ClientOptions['fetch'];
  /** Between two looks at work that is under way. */
  readonly wait: (ms: number) => Promise<void>;
};

export const HELP = `${commandLine('placard', 'COMMAND')}

  invite EMAIL [--roles advertiser,publisher]   invite somebody; without a mail server the link is printed
  reconcile                                     hold the books against each other now; ends with 1 where they differ
  export FROM TO                                journal of all documents of these days, as CSV
  renew-signing-key                             another key signs decisions and links from tomorrow on (UTC)
  rotate-secret-key [--forget-old]              another installation key seals all secrets; --forget-old drops those before
  sql < FILE                                    does on the database what a runbook says: all of a transaction, or nothing
  help                                          this

rotate-secret-key and sql are called where Placard is, with its settings, while it runs or not; they ask for nobody's password.
Everything else signs in as an operator, by PLACARD_OPERATOR_EMAIL and PLACARD_OPERATOR_PASSWORD, at PLACARD_URL (http://localhost:8080
without). Where a second factor is set up, --totp takes its six digits. All of it stands in the audit log as theirs.
`;

type Arguments = {
  readonly words: readonly string[];
  readonly roles: string;
  readonly totp?: string | undefined;
};
type Command = (client: Client, given: Arguments, terminal: Terminal) => Promise<number>;

const LOOK_EVERY_MS = 1_000;
/** The worker does it within seconds; after so long none runs. */
const LOOKS = 60;

const invite: Command = async (client, { words: [email], roles: named }, { out, say }) => {
  if (email === undefined) throw new CallFault('Whom? invite EMAIL');
  const roles = named.split(',').map((role): Role => {
    const found = ROLES.find((each) => each === role.trim());
    if (found === undefined || found === 'operator')
      throw new CallFault(
        `${role}: roles are advertiser and publisher; operators are invited in the dashboard.`,
      );
    return found;
  });
  const { inviteUrl } = await client.call(operator.inviteUser, { email, roles });
  if (inviteUrl === null) say(`${email} was mailed an invitation.`);
  else out(`${inviteUrl}\n`);
  return 0;
};

const reconcile: Command = async (client, _given, { out, wait }) => {
  const { id } = await client.call(reconciliation.ask);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const run = await client.call(reconciliation.read, { id });
    if (run.finishedAt !== null) {
      for (const check of run.checks)
        out(
          `${check.isGreen ? 'agrees ' : 'DIFFERS'}  ${check.check}  ${check.compared} compared, ${check.differing} differ\n`,
        );
      return run.isGreen === true ? 0 : 1;
    }
    await wait(LOOK_EVERY_MS);
  }
  throw new CallFault('No worker took it up within a minute. Is one running?');
};

const exportJournal: Command = async (client, { words: [from, to] }, { out }) => {
  if (from === undefined || to === undefined) throw new CallFault('Which days? export 2026-01-01 2026-03-31');
  const file = await client.call(operator.documentJournal, { from, to });
  out(await file.text());
  return 0;
};

const renewSigningKey: Command = async (client, _given, { say }) => {
  const { id, signsFrom } = await client.call(operator.renewSigningKey);
  say(`Key ${id} signs from ${signsFrom} on. What others have signed holds.`);
  return 0;
};

const COMMANDS: Readonly<Record<string, { readonly run: Command; readonly words: number }>> = {
  invite: { run: invite, words: 1 },
  reconcile: { run: reconcile, words: 0 },
  export: { run: exportJournal, words: 2 },
  'renew-signing-key': { run: renewSigningKey, words: 0 },
};
/** Programs that need no operator's password: they work on the data folder and the database themselves, as a backup does. */
export const ON_THE_SPOT: ReadonlyMap<string, string> = new Map([
  ['rotate-secret-key', 'apps/server/src/main-rotate-secret-key.ts'],
  ['sql', 'apps/server/src/main-sql.ts'],
]);
const ALL_NAMES = [...Object.keys(COMMANDS), ...ON_THE_SPOT.keys(), 'help'];

/** What an operator does without the dashboard. @returns the exit code: 1 where something was refused or differs, 2 for a wrong call */
export async function runPlacardCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const { say, out } = terminal;
  try {
    const options = { roles: { type: 'string', default: 'advertiser' }, totp: { type: 'string' } } as const;
    const call = readCall({ help: HELP, options, words: Number.POSITIVE_INFINITY }, words);
    const [name = 'help', ...rest] = call.words;
    if (call.help || name === 'help') {
      out(HELP);
      return 0;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined)
      throw new CallFault(unknownName(`There is no command ${name}`, name, ALL_NAMES));
    const over = rest[command.words];
    if (over !== undefined) throw new CallFault(`${name} has no use for “${over}”.`);
    const { roles, totp } = call.values;
    return await signedIn(terminal, totp, async (client) => {
      return await command.run(client, { words: rest, roles, totp }, terminal);
    });
  } catch (error) {
    if (error instanceof PlacardError) {
      say(error.message);
      for (const issue of error.issues) say(`  ${issue.path}: ${issue.message}`);
      return 1;
    }
    if (!(error instanceof CallFault)) throw error;
    say(`${error.message}\n\n${HELP}`);
    return WRONG_CALL;
  }
}

async function signedIn(
  { environment, fetch }: Terminal,
  totp: string | undefined,
  work: (client: Client) => Promise<number>,
): Promise<number> {
  const { PLACARD_OPERATOR_EMAIL: email, PLACARD_OPERATOR_PASSWORD: password } = environment;
  if (!email || !password)
    throw new CallFault('PLACARD_OPERATOR_EMAIL and PLACARD_OPERATOR_PASSWORD say as whom.');
  const url = environment.PLACARD_URL?.trim() || 'http://localhost:8080';
  const fault = dashboardAddressFault('PLACARD_URL', url);
  if (fault !== null) throw new CallFault(fault);
  const options = {
    url,
    ...(fetch === undefined ? {} : { fetch }),
  };
  const nobody = createClient({ ...options, apiKey: 'none' });
  const { token } = await nobody.call(auth.login, {
    email,
    password,
    ...(totp === undefined ? {} : { totp }),
  });
  // A session is a bearer token as a key is.
  const client = createClient({ ...options, apiKey: token });
  try {
    return await work(client);
  } finally {
    await client.call(auth.logout);
  }
}
