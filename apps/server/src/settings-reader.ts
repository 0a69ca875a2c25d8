import { proxyFaults } from '@placard/db/process/networks';
import { SettingsReader } from '@placard/db/process/settings-reader';
import { passwordIssues } from '@placard/domain/account/rules';
import { isCommonPassword } from './auth/common-passwords.ts';
import { isLoopback } from './gateways/oidc-settings.ts';
import type { StripeConfig } from './gateways/stripe-gateway.ts';

/** Networks that the library which reads `X-Forwarded-For` knows by name. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Names every fault of the settings, not only the first. */
export class ConfigError extends Error {
  constructor(faults: readonly string[], what = 'The server was not started') {
    super(`${what}, because of its settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const PASSPHRASE_LEAST = 12;
const PASSPHRASE_MOST = 1_000;

const MAILBOX = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()\\]+$/;

function isMailbox(text: string): boolean {
  const [, address] = /^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(text) ?? [];
  return MAILBOX.test(address ?? text);
}

/** Its library takes host and port alone; keys go nowhere in clear text but to this machine. */
function stripeAddressFault(text: string | undefined): string | null {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null) return null;
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'STRIPE_API_URL should begin with https://; http:// is for this machine alone, since the key goes there.';
  return url.pathname + url.search + url.hash + url.username + url.password === '/'
    ? null
    : 'STRIPE_API_URL should end with the host, or the port: no user before it, no path, ? or # behind it.';
}

export type FirstOperator = { readonly email: string; readonly password: string };

/** Reads what only the server is set by, too. */
export class Reader extends SettingsReader {
  operator(): FirstOperator | null {
    const email = this.text('PLACARD_OPERATOR_EMAIL')?.toLowerCase();
    const password = this.text('PLACARD_OPERATOR_PASSWORD');
    if (email === undefined && password === undefined) return null;
    if (email === undefined || password === undefined) {
      this.faults.push('PLACARD_OPERATOR_EMAIL and PLACARD_OPERATOR_PASSWORD go together; one is missing.');
      return null;
    }
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) this.faults.push('PLACARD_OPERATOR_EMAIL is not an email address.');
    if (passwordIssues(password).length > 0) {
      this.faults.push(
        'PLACARD_OPERATOR_PASSWORD needs 6 to 128 characters with an uppercase letter, a number and a special character.',
      );
    }
    if (isCommonPassword(password)) {
      this.faults.push(
        'PLACARD_OPERATOR_PASSWORD is one of the first passwords that are tried. Choose another one.',
      );
    }
    return { email, password };
  }

  /** Keys are never repeated in a fault. */
  stripe(demo: boolean): StripeConfig | null {
    const secretKey = this.text('STRIPE_SECRET_KEY');
    const webhookSecret = this.text('STRIPE_WEBHOOK_SECRET');
    const apiUrl = this.url('STRIPE_API_URL', ['http', 'https']);
    this.note(stripeAddressFault(apiUrl));
    if (secretKey === undefined && webhookSecret === undefined) return null;
    if (secretKey === undefined || webhookSecret === undefined) {
      this.faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together; one is missing.');
      return null;
    }
    if (!/^(sk|rk)_(test|live)_/.test(secretKey)) {
      this.faults.push(
        'STRIPE_SECRET_KEY should be a secret or restricted key, which begins with sk_ or rk_.',
      );
    }
    if (!webhookSecret.startsWith('whsec_')) {
      this.faults.push("STRIPE_WEBHOOK_SECRET should be a webhook endpoint's signing secret: whsec_…");
    }
    if (demo && secretKey.includes('_live_')) {
      this.faults.push('STRIPE_SECRET_KEY is a live key, but this is a demo: it would charge real cards.');
    }
    return { secretKey, webhookSecret, apiUrl };
  }

  /** An address of mail, with a name before it or alone. */
  mailAddress(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !isMailbox(text)) {
      this.faults.push(
        `${name} is "${text}"; it should be an email address, such as ads@example.com or Ads <ads@example.com>.`,
      );
    }
    return text;
  }

  /** Never repeated in a fault. */
  passphrase(): string | null {
    const text = this.environment.PLACARD_BACKUP_PASSPHRASE?.trim();
    // Of blanks alone it is one that somebody meant to set: not sealed is not what they expect.
    if (text === undefined || this.environment.PLACARD_BACKUP_PASSPHRASE === '') return null;
    if (text.length < PASSPHRASE_LEAST || text.length > PASSPHRASE_MOST) {
      this.faults.push(
        `PLACARD_BACKUP_PASSPHRASE should have ${PASSPHRASE_LEAST} to ${PASSPHRASE_MOST} characters.`,
      );
    }
    return text;
  }

  /** Nobody, or a list: who believes everybody takes from each visitor whatever address they claim. */
  trustProxy(): false | string {
    const text = this.text('PLACARD_TRUST_PROXY');
    if (text === undefined || text === '0' || text === 'false') return false;
    const entries = text.split(',').map((entry) => entry.trim());
    this.faults.push(
      ...proxyFaults(
        'PLACARD_TRUST_PROXY',
        entries.filter((entry) => !NAMED_NETWORKS.includes(entry)),
      ),
    );
    return text;
  }
}
