/** What a file of settings says, and what is wrong with it. */
export interface SettingsFile {
  readonly settings: Readonly<Record<string, string>>;
  /** Sentences that name the line; never a value, which may be a password. */
  readonly faults: readonly string[];
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A value as systemd reads it: quotes go, a backslash makes the next character plain, and nothing is replaced. */
function plainValue(text: string): string | undefined {
  let value = '';
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && quote !== "'") {
      at += 1;
      value += text.charAt(at);
    } else if (quote === '' && (character === '"' || character === "'")) {
      quote = character;
    } else if (character === quote) {
      quote = '';
    } else {
      value += character;
    }
  }
  return quote === '' ? value : undefined;
}

/**
 * Reads lines of NAME=value as an EnvironmentFile of systemd has them: `#` and `;` begin a comment at the start of a line
 * only, so that a password may have either.
 */
export function readSettingsFile(text: string): SettingsFile {
  const settings: Record<string, string> = {};
  const faults: string[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(at, 0)).trim();
    const value = plainValue(line.slice(at + 1).trim());
    if (at < 0 || !NAME.test(name)) faults.push(`line ${index + 1} is not NAME=value`);
    else if (value === undefined) faults.push(`line ${index + 1} (${name}) has a quote that does not end`);
    else settings[name] = value;
  }
  return { settings, faults };
}
