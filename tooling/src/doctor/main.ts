import { callOrEnd } from '@placard/db/process/command-call';
import { commandLine } from '@placard/db/process/commands';
import { doctorEnvironment } from '../launcher/config.ts';
import { examine } from './examine.ts';
import { writtenFinding } from './finding.ts';

/** `npm run doctor`: says how everything is that Placard needs, and what to do; code 1 where there is a fault. */
callOrEnd({
  help: `${commandLine('doctor')}\n\n  says how everything is that Placard needs, and what to do; ends with 1 where there is a fault. It changes nothing.`,
});
const findings = await examine(doctorEnvironment());
for (const finding of findings) console.log(writtenFinding(finding));
const faults = findings.filter(({ state }) => state === 'fault').length;
console.log(faults === 0 ? '\nNo fault was found.' : `\n${faults} to mend.`);
process.exitCode = faults === 0 ? 0 : 1;
