/** Where the product lies on a machine, without the first slash. */
export const HOME = 'usr/lib/placard';

/** The command `placard`. */
export const LAUNCHER = `#!/bin/sh
exec /${HOME}/bin/node --disable-warning=ExperimentalWarning /${HOME}/tooling/src/installed/main-installed.ts "$@"
`;
