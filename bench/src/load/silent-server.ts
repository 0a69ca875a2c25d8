import { createServer } from 'node:net';

/** Reads what comes and never answers: what calls cost who sends them is all that they cost here. */
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.resume();
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.({ type: 'ready' }));
process.on('disconnect', () => process.exit(0));
