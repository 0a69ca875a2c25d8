import type { Duplex } from 'node:stream';

const CUT = 'Connection: close\r\nContent-Length: 0\r\n\r\n';
export const BAD_REQUEST = `HTTP/1.1 400 Bad Request\r\n${CUT}`;
/** Browsers ask once more where a connection that they kept says this. */
export const REQUEST_TIMEOUT = `HTTP/1.1 408 Request Timeout\r\n${CUT}`;

/** What `node:http` cannot read, or waited for in vain. Told and cut: a peer that does not close its half would keep the connection for ever. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  const said = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? REQUEST_TIMEOUT : BAD_REQUEST;
  if (socket.writable) socket.end(said, () => socket.destroy());
  else socket.destroy();
}
