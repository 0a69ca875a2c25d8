import { createServer } from 'node:http';

/** The yardstick: a node:http server that answers 150 bytes of JSON, or reads a body and answers 204. */
const body = JSON.stringify({ a: 'x'.repeat(150 - 8) });
const length = String(Buffer.byteLength(body));

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    request.on('data', () => undefined);
    request.on('end', () => {
      response.writeHead(204);
      response.end();
    });
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length });
  response.end(body);
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.({ type: 'ready' }));
process.on('disconnect', () => process.exit(0));
