import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import type { Resolve } from '../guarded-lookup.ts';
import { isPublicAddress } from '../public-address.ts';
import { createSafeFetch, type Dial, type FetchLimits, type SafeFetch } from '../safe-fetch.ts';
import { createSafePost, type PostLimits, type SafePost } from '../safe-post.ts';

/** An address as good as any; no test ever connects to it. */
export const SOMEWHERE = '93.184.215.14';

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The internet of a test: names with their addresses and what they answer to a scheme and path. Public addresses lead
 * to a listener of ours; every other address leads to a listener that only counts, which is where a fetch would end
 * up that was not careful. TLS is left out: what is asked by https comes in without it.
 */
export class OtherPeoplesServers {
  /** Connections to addresses that should have been refused. */
  trapped = 0;
  /** Addresses asked, as `https://host/path`, in their order. */
  readonly asked: string[] = [];
  /** Each time a name is asked it answers the next of these; the last one stays. */
  readonly #names = new Map<string, string[][]>();
  readonly #pages = new Map<string, Behaviour>();
  readonly #listeners: (Server | TcpServer)[] = [];
  #ports = { http: 0, https: 0, trap: 0 };

  async open(): Promise<this> {
    const serve = (scheme: string) =>
      createServer((request, response) => {
        const address = `${scheme}://${request.headers.host}${request.url}`;
        this.asked.push(address);
        const page = this.#pages.get(address);
        if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>No</h1>');
        else page(request, response);
      });
    const trap = createTcpServer((socket) => {
      this.trapped += 1;
      socket.destroy();
    });
    this.#ports = {
      http: await this.#listen(serve('http')),
      https: await this.#listen(serve('https')),
      trap: await this.#listen(trap),
    };
    return this;
  }

  async close(): Promise<void> {
    for (const listener of this.#listeners) {
      if ('closeAllConnections' in listener) listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    }
  }

  reset(): void {
    this.trapped = 0;
    this.asked.length = 0;
    this.#names.clear();
    this.#pages.clear();
  }

  /** What a name resolves to; several answers are given one after the other. */
  name(hostname: string, ...answers: string[][]): this {
    this.#names.set(hostname, answers);
    return this;
  }

  /** What is answered to an address; its host gets a public address unless it was named. */
  page(address: string, behaviour: Behaviour): this {
    const { hostname, href } = new URL(address);
    if (!this.#names.has(hostname)) this.#names.set(hostname, [[SOMEWHERE]]);
    this.#pages.set(href, behaviour);
    return this;
  }

  fetch(limits: Partial<FetchLimits> = {}): SafeFetch {
    return createSafeFetch({
      limits: { totalMs: 3_000, ...limits },
      dial: this.#dial,
      resolve: this.#resolve,
    });
  }

  post(limits: Partial<PostLimits> = {}): SafePost {
    return createSafePost({
      limits: { totalMs: 3_000, ...limits },
      dial: this.#dial,
      resolve: this.#resolve,
    });
  }

  readonly #resolve: Resolve = async (hostname) => {
    const answers = this.#names.get(hostname);
    const found = (answers?.length ?? 0) > 1 ? answers?.shift() : answers?.[0];
    if (found === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };

  /** Node's own socket with the lookup it was given; only where its addresses lead to is changed, after the lookup. */
  readonly #dial: Dial = ({ host, lookup, port }) => {
    const ours = port === 443 ? this.#ports.https : this.#ports.http;
    if (/^[\d.]+$/.test(host) || host.includes(':')) {
      return connect({ host: '127.0.0.1', port: isPublicAddress(host) ? ours : this.#ports.trap });
    }
    return connect({
      host,
      port: ours,
      lookup: (name, options, callback) =>
        lookup(name, { ...options, all: true }, (error, found) => {
          if (error !== null) return callback(error, '', 0);
          const addresses = Array.isArray(found) ? found.map((one) => one.address) : [found];
          // The port is chosen before the lookup, so the trap is not reached; it counts all the same.
          if (!addresses.every(isPublicAddress)) this.trapped += 1;
          const local = { address: '127.0.0.1', family: 4 };
          return options.all === true ? callback(null, [local]) : callback(null, local.address, 4);
        }),
    });
  };

  async #listen(server: Server | TcpServer): Promise<number> {
    this.#listeners.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
}

/** A page of text with 200. */
export function text(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(body);
  };
}

export function redirect(location: string, status = 302): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { location }).end();
  };
}

export function status(code: number, body = ''): Behaviour {
  return (_request, response) => {
    response.writeHead(code, { 'content-type': 'text/plain' }).end(body);
  };
}

/** Goes on with another protocol, which nobody asked for. */
export const turnsAway: Behaviour = (request) => {
  const head = ['HTTP/1.1 101 Switching Protocols', 'connection: upgrade', 'upgrade: other'];
  request.socket.write(`${head.join('\r\n')}\r\n\r\n`);
};
