import type { ProductionPackage } from './production-packages.ts';

/** No person's: the project has no address, and `invalid` is the domain that says so (RFC 2606). */
const MAINTAINER = 'The Placard project <placard@localhost.invalid>';

export interface ControlFields {
  readonly version: string;
  readonly architecture: string;
  /** Of shared libraries. */
  readonly depends: string;
  /** Kilobytes. */
  readonly installedSize: number;
}

export function controlText({ version, architecture, depends, installedSize }: ControlFields): string {
  return `Package: placard
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${installedSize}
Depends: adduser, ${depends}
Recommends: caddy | nginx
Section: web
Priority: optional
Description: self-hosted ad network
 Dashboard, ad server, tag, exact counting, ledger and operator's console of
 an ad network for one niche, one city or one country, on one machine.
 .
 Node.js, PostgreSQL and ClickHouse come with it as its makers tried them:
 nothing is fetched or compiled when it is installed or started.
`;
}

/** RFC 5322, in UTC, as a changelog of Debian has it. */
function mailDate(moment: Date): string {
  return moment.toUTCString().replace('GMT', '+0000');
}

export function debianChangelog(version: string, moment: Date): string {
  return `placard (${version}) stable; urgency=medium

  * What an operator notices of it is in CHANGELOG.md beside this file.

 -- ${MAINTAINER}  ${mailDate(moment)}
`;
}

export function copyrightText(packages: readonly ProductionPackage[]): string {
  const lines = packages.map(({ path, version, licence }) => `  ${path} ${version}: ${licence}`);
  return `Placard is given out under the Apache License, version 2.0, whose text is in
/usr/share/common-licenses/Apache-2.0 on Debian systems.

Copyright 2026 the authors of Placard

Below /usr/lib/placard are, as their makers gave them out:

  bin/node: MIT, and what bin/LICENSE.node says of its parts
${lines.join('\n')}

Copyright and licence of each are in its folder.
`;
}

/** A manual page of section 1. A line that begins with a dot or a quote would be an order to the formatter: none does. */
export function manualPage(version: string, commands: Readonly<Record<string, string>>): string {
  const entries = Object.entries(commands).map(([name, does]) => `.TP\n.B placard ${name}\n${does}`);
  return `.TH PLACARD 1 "" "placard ${version}" "Placard"
.SH NAME
placard \\- run and keep a self-hosted ad network
.SH SYNOPSIS
.B placard
.I COMMAND
[\\fIARGUMENT\\fR ...]
.SH DESCRIPTION
Settings come from the environment, then from
.IR /etc/placard/placard.env .
Called by root, a command runs as user placard.
.SH COMMANDS
${entries.join('\n')}
.TP
.B placard help
these, and what an operator does from a terminal: invite, reconcile, export
.SH FILES
.TP
.I /etc/placard/placard.env
settings
.TP
.I /var/lib/placard
the data
.TP
.I /var/lib/placard.before-upgrade
backups taken before an upgrade changes the data
.TP
.I /var/log/placard
logs; the start itself is in the journal
.SH SEE ALSO
.BR systemctl (1),
.BR journalctl (1),
.I /usr/share/doc/placard/docs/install.md
`;
}
