import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';

/** A year, as browsers' preload lists ask for. Subdomains are not delivery's to speak for. */
export const TRANSPORT_SECURITY = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** An answer of a delivery address that is https: it asks browsers never to come by http again. */
export class SecureResponse extends ServerResponse<IncomingMessage> {
  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    const given = typeof reason === 'string' ? headers : reason;
    // A raw list stays one: setting the header first would make Node merge the two, name by name.
    if (Array.isArray(given)) return super.writeHead(status, [...given, ...TRANSPORT_SECURITY]);
    this.setHeader(...TRANSPORT_SECURITY);
    return super.writeHead(status, given);
  }
}
