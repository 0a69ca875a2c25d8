/** An account that the demo made; printed so that one can sign in. */
export interface DemoAccount {
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

/** See child-contract.md. */
export interface ReadyMessage {
  readonly type: 'ready';
  readonly operatorLink?: string;
  readonly demoAccounts?: readonly DemoAccount[];
}

export interface NoteMessage {
  readonly type: 'note';
  readonly text: string;
}

/** The answer to a ping: its event loop turns. */
export interface AliveMessage {
  readonly type: 'alive';
}

export type ChildMessage = ReadyMessage | NoteMessage | AliveMessage;

/** What came over the channel, if it is one of ours; libraries may use the channel too. */
export function asChildMessage(message: unknown): ChildMessage | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  if (message.type === 'ready') return message as ReadyMessage;
  if (message.type === 'alive') return { type: 'alive' };
  if (message.type === 'note' && 'text' in message && typeof message.text === 'string')
    return message as NoteMessage;
  return undefined;
}
