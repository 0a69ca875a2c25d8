/**
 * Loads the modules of the programs named by its arguments and ends: Node then writes into NODE_COMPILE_CACHE what it
 * has compiled of them, as it does when any program ends.
 */
for (const file of process.argv.slice(2)) await import(file);
// What a module keeps open is not waited for.
process.exit(0);
