import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '@placard/db/process/commands';
import { addressFault, dashboardAddressFault, sameOriginFault } from '@placard/db/process/public-address';
import { SettingsReader } from '@placard/db/process/settings-reader';
import { Refusal } from './refusal.ts';

export interface LauncherConfig {
  /** Absolute. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly deliveryPort: number;
  /** Public addresses, without a slash at the end. */
  readonly url: string;
  readonly deliveryUrl: string;
  readonly deliveryProcesses: number;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly demo: boolean;
  /** The server's port to watch; delivery's are the ones after it. Undefined: none. */
  readonly watchPort: number | undefined;
  /** Where the children's logs go: files in `<data>/logs`, or the terminal. */
  readonly log: 'files' | 'console';
  /** Absolute; not used with `console`. */
  readonly logDir: string;
  /** Where data of an earlier release is backed up to before it is changed; null: nowhere. */
  readonly upgradeBackupDir: string | null;
  /** Whether the database's log is kept for points in time. */
  readonly archiving: boolean;
  /** Everything else the children may be configured by; they check it themselves. */
  readonly environment: NodeJS.ProcessEnv;
}

export const USAGE = `${commandLine('start', '[--demo]')}

  --demo   fill an empty data folder with a small living network and print its accounts
  --help   this text

Settings come from environment variables; the README lists them.`;

class Reader extends SettingsReader {
  choice<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
    const text = this.text(name);
    const found = choices.find((choice) => choice === text);
    if (text !== undefined && found === undefined)
      this.faults.push(`${name} is "${text}"; it should be ${choices.join(' or ')}.`);
    return found ?? choices[0];
  }
}

function readArguments(args: readonly string[], faults: string[]): { demo: boolean } {
  for (const arg of args) {
    if (arg !== '--demo')
      faults.push(
        `"${arg}" is not an option of a start; there is only --demo (${commandLine('start', '--demo')}).`,
      );
  }
  return { demo: args.includes('--demo') };
}

/** What a test or a bench hands to the Placard it starts: the path and such, but none of this shell's own settings. */
export function inheritedEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const ours =
    /^(PLACARD_|NODE_|OTEL_|VITEST|PORT$|DELIVERY_PORT$|DATABASE_URL$|CLICKHOUSE_URL$|SMTP_URL$|STRIPE_)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.test(name)));
}

function readArchiving(reader: Reader): boolean {
  const archiving = reader.text('PLACARD_POINT_IN_TIME_DIR') !== undefined;
  if (archiving && reader.text('DATABASE_URL') !== undefined)
    reader.faults.push(
      'PLACARD_POINT_IN_TIME_DIR is for the embedded PostgreSQL: a server of your own, at DATABASE_URL, keeps its log by its own means.',
    );
  return archiving;
}

/** One for the server and one for each delivery process, in a row; none of them where visitors come. */
function readWatchPort(
  reader: Reader,
  { ports, deliveryProcesses }: { readonly ports: readonly number[]; readonly deliveryProcesses: number },
): number | undefined {
  if (reader.text('PLACARD_WATCH_PORT') === undefined) return undefined;
  const first = reader.integer('PLACARD_WATCH_PORT', 0, 0, 65_535 - deliveryProcesses);
  const last = first + deliveryProcesses;
  if (first > 0 && ports.some((port) => port >= first && port <= last)) {
    reader.faults.push(
      `PLACARD_WATCH_PORT takes ${first} to ${last}, one for each process, and PORT or DELIVERY_PORT is among them.`,
    );
  }
  return first === 0 ? undefined : first;
}

/** The settings of this shell, as `npm start` would take them. */
export function doctorEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/** Reads and checks all settings. @throws Refusal that names every fault, not only the first. */
export function readConfig(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): LauncherConfig {
  const reader = new Reader(environment);
  const { demo: asked } = readArguments(args, reader.faults);
  // Named in the environment it reaches the parts all the same, whose known passwords are for this machine alone.
  const demo = asked || reader.choice('PLACARD_DEMO', ['0', '1']) === '1';
  const port = reader.integer('PORT', 8080, 1, 65_535);
  const deliveryPort = reader.integer('DELIVERY_PORT', 8081, 1, 65_535);
  if (port === deliveryPort) {
    reader.faults.push(
      `PORT and DELIVERY_PORT are both ${port}; the ad server needs a port of its own, such as DELIVERY_PORT=${port + 1}.`,
    );
  }
  const deliveryProcesses = reader.integer(
    'PLACARD_DELIVERY_PROCESSES',
    Math.max(1, availableParallelism() - 1),
    1,
    64,
  );
  const watchPort = readWatchPort(reader, { ports: [port, deliveryPort], deliveryProcesses });
  const web = ['http', 'https'];
  const postgres = ['postgres', 'postgresql'];
  const databaseUrl = reader.url('DATABASE_URL', postgres);
  reader.url('CLICKHOUSE_URL', web);
  const url = reader.address('PLACARD_URL', dashboardAddressFault) ?? `http://localhost:${port}`;
  const deliveryUrl =
    reader.address('PLACARD_DELIVERY_URL', addressFault) ?? `http://localhost:${deliveryPort}`;
  // Equal ports were told already.
  if (port !== deliveryPort) reader.note(sameOriginFault(url, deliveryUrl));
  const dataDir = reader.dataDir();
  const config: LauncherConfig = {
    dataDir,
    // The demo's accounts and their passwords are known to everybody: they are for this machine alone unless told otherwise.
    host: reader.host('PLACARD_HOST', demo ? '127.0.0.1' : '0.0.0.0'),
    port,
    deliveryPort,
    url,
    deliveryUrl,
    deliveryProcesses,
    databaseUrl,
    demo,
    watchPort,
    log: reader.choice('PLACARD_LOG', ['files', 'console']),
    logDir: reader.folder('PLACARD_LOG_DIR', join(dataDir, 'logs')),
    upgradeBackupDir:
      reader.choice('PLACARD_UPGRADE_BACKUP', ['1', '0']) === '0'
        ? null
        : reader.folder('PLACARD_BACKUP_DIR', `${dataDir}.before-upgrade`),
    archiving: readArchiving(reader),
    environment,
  };
  if (reader.faults.length > 0) {
    throw new Refusal(
      `Placard was not started, because of its settings:\n${reader.faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
  }
  return config;
}
