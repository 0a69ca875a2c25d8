// Loaded into a Placard's processes before anything else (NODE_OPTIONS=--import): the names under ?domain= are taken for
// a public address, and what connects to them by HTTP arrives at the journey's own server on this machine, ?port=. All
// that is asked and checked until then is what the installation does everywhere. HTTPS finds nobody.
import dns from 'node:dns';
import net from 'node:net';

const { searchParams } = new URL(import.meta.url);
const domain = searchParams.get('domain');
const port = Number(searchParams.get('port'));
const PUBLIC = '93.184.216.34';
const NOBODY = 1;

const isOurs = (name) => typeof name === 'string' && (name === domain || name.endsWith(`.${domain}`));

const asked = dns.promises.Resolver.prototype;
const { resolve4, resolve6 } = asked;
asked.resolve4 = async function (name, ...how) {
  return isOurs(name) ? [PUBLIC] : await resolve4.call(this, name, ...how);
};
asked.resolve6 = async function (name, ...how) {
  return isOurs(name) ? [] : await resolve6.call(this, name, ...how);
};

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  if (typeof options === 'object' && options !== null && isOurs(options.host)) {
    const guard = options.lookup;
    options.port = Number(options.port) === 80 ? port : NOBODY;
    options.lookup = (name, how, done) =>
      guard(name, how, (error, ...found) => {
        if (error) done(error, ...found);
        else if (how.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
        else done(null, '127.0.0.1', 4);
      });
  }
  return connect.apply(this, given);
};
