/** What was looked at, and how it is. A fault has something to do; a warning may be meant. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'fault';
  readonly said: string;
  readonly todo?: string;
}

export const ok = (name: string, said: string): Finding => ({ name, state: 'ok', said });
export const warning = (name: string, said: string, todo: string): Finding => ({
  name,
  state: 'warning',
  said,
  todo,
});
export const fault = (name: string, said: string, todo: string): Finding => ({
  name,
  state: 'fault',
  said,
  todo,
});

const WORDS = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

export function writtenFinding({ name, state, said, todo }: Finding): string {
  const line = `${WORDS[state]}  ${name}: ${said}`;
  return todo === undefined ? line : `${line}\n         → ${todo}`;
}
