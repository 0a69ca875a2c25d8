import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';

const PROBE = new URL('./stall-probe.ts', import.meta.url);

/** How the file of a program ends: of the API, or of an ad server. */
export type Probed = '/main-api.ts' | '/delivery/src/main.ts';

/** What the environment of a Placard, or of an ad server, says so that this program of it measures its event loop; the folder is short-lived. */
export function probedEnvironment(folder: string, program: Probed): { readonly NODE_OPTIONS: string } {
  const url = new URL(PROBE);
  url.searchParams.set('path', socketIn(folder));
  url.searchParams.set('program', program);
  return { NODE_OPTIONS: `--import=${url.href}` };
}

function socketIn(folder: string): string {
  return join(folder, 'stalls.sock');
}

/** In ms: processor time of the longest turn, and the longest time in which something blocked the loop. */
export type Stall = { readonly ranMs: number; readonly blockedMs: number };

/** Looks at the event loop while something is done. */
export type Stalls = {
  during(work: () => Promise<void>): Promise<Stall>;
  close(): void;
};

export async function openStalls(folder: string): Promise<Stalls> {
  const socket = connect(socketIn(folder)).setEncoding('latin1');
  await once(socket, 'connect');
  const order = async (text: string): Promise<string> => {
    const answered = once(socket, 'data');
    socket.write(text);
    const [answer] = await answered;
    return String(answer);
  };
  return {
    async during(work) {
      await order('begin\n');
      await work();
      const [ran, blocked] = (await order('end\n')).split(' ');
      return { ranMs: Number(ran), blockedMs: Number(blocked) };
    },
    close: () => socket.destroy(),
  };
}
